// wall: 2
// what: overloads with handle
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
static tpu_status_t go ( tpu_resource_t r, int x ) { return SG_SUCCESS; }
static tpu_status_t go ( tpu_resource_t r, float x ) { return SG_FAILURE; }

tpu_status_t sgdnnOverloadsWithHandle ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( go ( resource, mode ) );
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
