// wall: 3
// what: macro names launcher name
// expect: either
#include "sgdnn_api.h"

static const char name[] = "zz";
#define SHOW probe ( name[0] )
static tpu_status_t run ( tpu_resource_t resource, const char * name, sg_api_one_t * api, bool non_blocking )
{
  SHOW;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, sizeof ( *api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, sizeof ( *api ), non_blocking );
#endif
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  SAFE_CALL ( run ( resource, "tpu_kernel_api_a", &api, non_blocking ) );
  SAFE_CALL ( run ( resource, "tpu_kernel_api_b", &api, non_blocking ) );
  return SG_SUCCESS;
}
