// wall: 2
// what: a anonymous helper that operators of two families call
// expect: convert
//- project.yaml
families: {First: [TwoAnonymousAbs], Second: [TwoAnonymousSin]}
//- src/case.cpp
#include "sgdnn_api.h"
namespace {
int up ( int x )
{
  return x + 1;
}
}

tpu_status_t sgdnnTwoAnonymousAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwoAnonymousSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
