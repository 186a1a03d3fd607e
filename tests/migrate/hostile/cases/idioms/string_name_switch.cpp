// wall: 3
// what: a kernel's name is put together in the cases of a switch
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

tpu_status_t sgdnnStringNameSwitch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::string name = "tpu_kernel_api_a";
  switch ( mode )
  {
    case 0: name += "_a"; api.dim = 3; break;
    default: name += "_c"; api.dim = 4; break;
  }
  SAFE_CALL ( launch ( resource, name.c_str(), api, non_blocking ) );
  return SG_SUCCESS;
}
