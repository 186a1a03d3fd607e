// wall: 3
// what: a launch under a chosen name gives a status its first value
// expect: convert
#include "sgdnn_api.h"
#include <string>

static tpu_status_t launch ( tpu_resource_t resource, const char * name, const sg_api_one_t & api, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking );
#endif
}

tpu_status_t sgdnnLaunchedIntoStatus ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * name = "tpu_kernel_api_a";
  if ( mode == 1 ) name = "tpu_kernel_api_b";
  tpu_status_t s = launch ( resource, name, api, non_blocking );
  if ( s != SG_SUCCESS ) return s;
  return SG_SUCCESS;
}
