// wall: 2
// what: operators of one name, told apart by their parameters
// expect: either
// call: sgdnnOverload | static_cast<tpu_status_t (*)(tpu_resource_t, SgdnnTensor_t, int, bool)>(sgdnnOverload) | static_cast<tpudnnStatus_t (*)(tpudnnHandle_t, tpudnnTensor_t, int)>(tpudnnOverloadAsync)
#include "sgdnn_api.h"

tpu_status_t sgdnnOverload ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_whole", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnOverload ( tpu_resource_t resource, SgdnnTensor_t output, float mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_real", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
