// wall: 4
// what: kernel name in comma returned
// expect: either
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#else
  return SG_FAILURE;
#endif
}

tpu_status_t sgdnnKernelNameInCommaReturned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  return api.mode = probe ( mode ), mode += 2, run ( resource, mode > 4 ? "tpu_kernel_api_zz_n30_a" : "tpu_kernel_api_zz_n30_b", &api, sizeof ( api ), non_blocking );
}
