// wall: 3
// what: an array in the order of the numbers
// expect: refused
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>

static const int kSize[] = { 0, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8 };

tpu_status_t sgdnnDtypeTableArrayInOrder ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  api.mode = kSize[input.dtype];

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
