// wall: 3
// what: a case that adds to a kernel's name falls into the next one
// expect: equal
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

tpu_status_t sgdnnStringNameSwitchFalls ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::string name = "tpu_kernel_api_a";
  switch ( mode )
  {
    case 0: name += "_a";
    case 1: name += "_b"; break;
    default: break;
  }
  SAFE_CALL ( launch ( resource, name.c_str(), api, non_blocking ) );
  return SG_SUCCESS;
}
