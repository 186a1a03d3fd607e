// wall: 4
// what: kernel name behind test of pointer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnKernelNameBehindTestOfPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  const SgdnnTensor_t * p = mode > 2 ? &input : nullptr;
#if defined BACKEND_1684X
  return p != nullptr ? sgdnnTPUKernelLaunch ( resource, p->dim > 2 ? "tpu_kernel_api_zz_n19_a" : "tpu_kernel_api_zz_n19_b", &api, sizeof ( api ) ) : SG_FAILURE;
#elif defined BACKEND_SG2260
  return p != nullptr ? sgdnnTPUKernelLaunchMultiCore ( resource, p->dim > 2 ? "tpu_kernel_api_zz_n19_a" : "tpu_kernel_api_zz_n19_b", &api, sizeof ( api ), non_blocking ) : SG_FAILURE;
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
