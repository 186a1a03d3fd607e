// wall: 2
// what: a static operator of one source has the name of another's
// expect: either
//- src/a.cpp
#include "sgdnn_api.h"
static tpu_status_t sgdnnFill ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 1;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fill", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnFillsA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  return sgdnnFill ( resource, output, mode, non_blocking );
}
//- src/b.cpp
#include "sgdnn_api.h"
static tpu_status_t sgdnnFill ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 2;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fill", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnFillsB ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  return sgdnnFill ( resource, output, mode, non_blocking );
}
