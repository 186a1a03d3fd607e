// wall: 1
// what: a conditional that asks for a feature of the language
// expect: equal
// flags: -std=c++20
//- project.yaml
target: {standard: c++17}
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnStandardAskedFeature ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#ifdef __cpp_concepts
  api.mode = 5;
#else
  api.mode = 6;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_standard", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
