// wall: 3
// what: what deduces its type from a data type, and a reference to an integer
// expect: equal
#include "sgdnn_api.h"
#include <map>

static const std::map<int, int> kSizes = { { 9, 4 }, { 5, 2 } };

tpu_status_t sgdnnNumberAuto ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto kind = input.dtype;
  api.mode = kind;
  const int & bound = input.dtype;
  api.dim = bound;
  auto found = kSizes.find ( input.dtype );
  api.shape[0] = found == kSizes.end() ? 0 : found->second;
  long long wide = output.dtype;
  float real = ( float ) output.dtype;
  api.value = real + wide;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_auto_n", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_auto_n_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
