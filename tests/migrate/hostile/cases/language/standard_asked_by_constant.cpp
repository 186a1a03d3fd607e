// wall: 1
// what: a constant of the file is made of the version of the language
// expect: refused
// flags: -std=c++20
//- project.yaml
target: {standard: c++17}
//- src/case.cpp
#include "sgdnn_api.h"
static const int kNew = __cplusplus > 201703L ? 5 : 6;
tpu_status_t sgdnnStandardAskedByConstant ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kNew;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_standard", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
