// wall: 2
// what: a extern constant helper that operators of two families call
// expect: equal
//- project.yaml
families: {First: [TwoExternConstantAbs], Second: [TwoExternConstantSin]}
//- src/case.cpp
#include "sgdnn_api.h"
extern const int kA = 4;

tpu_status_t sgdnnTwoExternConstantAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kA;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwoExternConstantSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kA;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
