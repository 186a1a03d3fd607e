// wall: 3
// what: drop_conv_size
// expect: convert
#include "sgdnn_api.h"
struct Size { size_t v; Size ( size_t x ) : v ( x ) { probe ( 7 ); } operator size_t () const { return v; } };
tpu_status_t sgdnnDropConvSize ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = 1;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dropconvsize", &api, Size ( sizeof ( api ) ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_dropconvsize_multi_core", &api, Size ( sizeof ( api ) ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
