// wall: 2
// what: a template helper that operators of two families call
// expect: convert
//- project.yaml
families: {First: [TwoTemplateAbs], Second: [TwoTemplateSin]}
//- src/case.cpp
#include "sgdnn_api.h"
template < typename T > T up ( T x )
{
  return x + 1;
}

tpu_status_t sgdnnTwoTemplateAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwoTemplateSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
