// wall: 2
// what: a c linkage helper that operators of two families call
// expect: convert
//- project.yaml
families: {First: [TwoCLinkageAbs], Second: [TwoCLinkageSin]}
//- src/case.cpp
#include "sgdnn_api.h"
extern "C" int up ( int x )
{
  return x + 1;
}

tpu_status_t sgdnnTwoCLinkageAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwoCLinkageSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
