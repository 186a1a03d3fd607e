// wall: 3
// what: a tensor's address is a sum of two addresses, a scaled or masked one, or has a fraction added
// expect: refused
#include "sgdnn_api.h"

tpu_status_t sgdnnInteriorTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t a = input;
  a.addr = input.addr + output.addr;
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_two", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnInteriorDistance ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t a = input;
  a.addr = output.addr + ( output.addr - input.addr );
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_distance", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnInteriorScaled ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t a = input;
  a.addr = input.addr * 2 + 1;
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_scaled", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnInteriorMasked ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t a = input;
  a.addr = input.addr + 127 & ~127ULL;
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_masked", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnInteriorFraction ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t a = input;
  a.addr = input.addr + 0.5f * mode;
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fraction", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnInteriorCompound ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t a = input;
  a.addr += 64;
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_compound", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
