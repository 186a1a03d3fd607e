// wall: 3
// what: any9
// expect: convert
#include "sgdnn_api.h"
#include <any>
#include <memory>
#include <functional>
#include <vector>
#include <map>
static std::any keep ( std::any v ) { return v; }
tpu_status_t sgdnnAny9 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  std::pair<std::any, int> v { input.addr, 3 }; std::any & a = v.first; api.dim = std::any_cast<unsigned long long> ( &a ) ? 1 : 2;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_any9", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_any9_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
