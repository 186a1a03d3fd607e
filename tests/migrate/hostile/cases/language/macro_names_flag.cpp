// wall: 3
// what: macro names flag
// expect: either
#include "sgdnn_api.h"

static const int sync = 7;
#define SHOW probe ( sync )
static tpu_status_t go ( tpu_resource_t resource, sg_api_one_t & api, bool sync )
{
  SHOW;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_m", &api, sizeof ( api ), sync );
#endif
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  SAFE_CALL ( go ( resource, api, non_blocking ) );
  return SG_SUCCESS;
}
