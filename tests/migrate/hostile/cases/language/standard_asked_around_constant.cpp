// wall: 1
// what: the version of the language decides which constant there is
// expect: either
// flags: -std=c++20
//- project.yaml
target: {standard: c++17}
//- src/case.cpp
#include "sgdnn_api.h"
#if __cplusplus > 201703L
static const int kNew = 5;
#else
static const int kNew = 6;
#endif
tpu_status_t sgdnnStandardAskedAroundConstant ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kNew;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_standard", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
