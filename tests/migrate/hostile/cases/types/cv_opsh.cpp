// wall: 3
// what: cv_opsh
// expect: either
#include "sgdnn_api.h"
#include <type_traits>
struct L { int w = 0; L & operator << ( unsigned long long ) { w += 1; return *this; } template <class T> L & operator << ( T ) { w += 2; return *this; } };
tpu_status_t sgdnnCvOpsh ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  L v; v << input.addr; api.dim = v.w;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cvopsh", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cvopsh_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
