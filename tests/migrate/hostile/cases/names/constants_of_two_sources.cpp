// wall: 2
// what: two sources have a constant of one name and another value
// expect: either
//- src/a.cpp
#include "sgdnn_api.h"

static const int kWidth = 24;
tpu_status_t sgdnnConstantOfA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = kWidth;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"

static const int kWidth = 48;
tpu_status_t sgdnnConstantOfB ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = kWidth;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
