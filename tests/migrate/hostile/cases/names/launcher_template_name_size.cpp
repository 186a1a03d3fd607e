// wall: 2
// what: a template that launches asks for the size of the name
// expect: either
#include "sgdnn_api.h"
template < typename T > static tpu_status_t run ( tpu_resource_t resource, const char * name, T & api, bool non_blocking )
{
  api.flags = ( int ) sizeof ( name );
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( T ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( T ), non_blocking );
#endif
}

tpu_status_t sgdnnLauncherTemplateNameSize ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  return run ( resource, "tpu_kernel_api_zz_m08", api, non_blocking );
}
