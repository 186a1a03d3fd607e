// wall: 2
// what: an internal operator is called from two families
// expect: either
//- project.yaml
families: {First: [OfFirst], Second: [OfSecond]}
library: {headers: [src/public.h]}
//- src/public.h
#include "sgdnn_api.h"
tpu_status_t sgdnnOfFirst ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking = true );
tpu_status_t sgdnnOfSecond ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking = true );
//- src/case.cpp
#include "public.h"
static tpu_status_t _sgdnnFill ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 1;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fill", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnOfFirst ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  return _sgdnnFill ( resource, output, mode, non_blocking );
}
tpu_status_t sgdnnOfSecond ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  return _sgdnnFill ( resource, input, mode + 1, non_blocking );
}
