// wall: 4
// what: kernel name behind comma
// expect: either
#include "sgdnn_api.h"
static void fill ( sg_api_one_t * a ) { a->mode += 2; }
tpu_status_t sgdnnKernelNameBehindComma ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = 0;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = 0;
  api.dim = input.dim;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  for ( int i = 0; i < 8; ++i ) api.shape[i] = 0;
  api.value = 0;
#if defined BACKEND_1684X
  SAFE_CALL ( ( fill ( &api ), sgdnnTPUKernelLaunch ( resource, api.mode > 4 ? "tpu_kernel_api_zz_n3_a" : "tpu_kernel_api_zz_n3_b", &api, sizeof ( api ) ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( ( fill ( &api ), sgdnnTPUKernelLaunchMultiCore ( resource, api.mode > 4 ? "tpu_kernel_api_zz_n3_a" : "tpu_kernel_api_zz_n3_b", &api, sizeof ( api ), non_blocking ) ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
