// wall: 3
// what: a kernel's name is put together by one if after another, with effects
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

tpu_status_t sgdnnStringNameIfs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::string name = "tpu_kernel_api_a";
  int n = 0;
  if ( mode > 1 ) { n = 4; name += "_big"; n += 2; }
  if ( n++ > 5 ) name += "_n";
  api.dim = n;
  SAFE_CALL ( launch ( resource, name.c_str(), api, non_blocking ) );
  return SG_SUCCESS;
}
