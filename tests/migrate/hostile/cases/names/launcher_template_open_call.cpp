// wall: 2
// what: launcher template open call
// expect: either
#include "sgdnn_api.h"
static int describe ( ... ) { return 1; }
template < typename T > static tpu_status_t run ( tpu_resource_t resource, const char * name, T & api, bool non_blocking )
{
  probe ( describe ( ( T * ) nullptr ) );
  const size_t size = sizeof ( T );
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, &api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, size, non_blocking );
#else
  return SG_FAILURE;
#endif
}
static int describe ( sg_api_one_t * ) { return 2; }

tpu_status_t sgdnnLauncherTemplateOpenCall ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  SAFE_CALL ( run ( resource, "tpu_kernel_api_zz_t12_a", api, non_blocking ) );
  return run ( resource, "tpu_kernel_api_zz_t12_b", api, non_blocking );
}
