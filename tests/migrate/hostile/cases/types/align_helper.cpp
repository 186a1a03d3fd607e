// wall: 3
// what: sizes are rounded up by a helper and a template
// expect: convert
#include "sgdnn_api.h"

static inline size_t align_up ( size_t n, size_t k ) { return ( n + k - 1 ) / k * k; }
template <typename T> static inline T div_up ( T n, T k ) { return ( n + k - 1 ) / k; }
tpu_status_t sgdnnAlignHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{

  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = align_up ( sgdnnTensorBytes ( &input ), 64 );
  api.dtype = div_up ( input.dim, 3 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_align_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_align_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
