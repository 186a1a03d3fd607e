// wall: 4
// what: a static local is initialised by the first call
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStaticLocalInitialisedOnce ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static int first = mode;
  api.dim = first;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_static_local_initialised_once", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
