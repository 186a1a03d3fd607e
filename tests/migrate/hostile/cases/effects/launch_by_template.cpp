// wall: 4
// what: a template launches what it is given
// expect: either
#include "sgdnn_api.h"

template <class T> static tpu_status_t run ( tpu_resource_t resource, const T & api )
{
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_template", &api, sizeof ( api ), true );
}
tpu_status_t sgdnnLaunchByTemplate ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  return run ( resource, api );
}
