// wall: 1
// what: a macro of the file computes with the version of the language
// expect: either
// flags: -std=c++20
//- project.yaml
target: {standard: c++17}
//- src/case.cpp
#include "sgdnn_api.h"
#define NEW ( __cplusplus > 201703L )
tpu_status_t sgdnnStandardAskedByMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = NEW ? 5 : 6;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_standard", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
