// wall: 4
// what: a helper launches what it is given
// expect: either
#include "sgdnn_api.h"

static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size )
{
  return sgdnnTPUKernelLaunch ( resource, name, api, size, true );
}
tpu_status_t sgdnnLaunchByHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  return run ( resource, "tpu_kernel_api_helper", &api, sizeof ( api ) );
}
