// wall: 3
// what: free by helper copy of tensor
// expect: either
#include "sgdnn_api.h"
static void give ( tpu_resource_t resource, SgdnnTensor_t t )
{
  SgdnnTensor_t u = t;
  sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( u.addr, 64 ) );
}
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SgdnnTensor_t copy = input;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  give ( resource, copy );
  return SG_SUCCESS;
}
