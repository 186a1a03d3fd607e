// wall: 3
// what: cv_convt
// expect: either
#include "sgdnn_api.h"
#include <type_traits>
struct D { operator unsigned long long ( ) const { return 1; } template <class T> operator T * ( ) const { return ( T * ) 2; } };
tpu_status_t sgdnnCvConvt ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  SgdnnTensor_t t = input; t.addr = D ( ); api.other_global_addr = t.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cvconvt", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cvconvt_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
