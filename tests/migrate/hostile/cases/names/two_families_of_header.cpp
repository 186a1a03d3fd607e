// wall: 2
// what: a of header helper that operators of two families call
// expect: convert
//- project.yaml
families: {First: [TwoOfHeaderAbs], Second: [TwoOfHeaderSin]}
//- src/util.h
int up ( int x )
{
  return x + 1;
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"

tpu_status_t sgdnnTwoOfHeaderAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwoOfHeaderSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
