// wall: 3
// what: the handle goes into a struct
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnXHandleInStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  struct { tpu_resource_t handle; int n; } context = { resource, mode };
  api.dim = context.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( context.handle, "tpu_kernel_api_handle_in_struct_a", &api, sizeof ( api ), non_blocking ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x_handle_in_struct", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
