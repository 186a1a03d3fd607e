// wall: 2
// what: a helper of one source is called like a function of the system that another one calls
// expect: either
//- src/one.cpp
#include "sgdnn_api.h"

static int lround ( int x ) { return x + 1000; }

tpu_status_t sgdnnNamedOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = lround ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
//- src/two.cpp
#include "sgdnn_api.h"
#include <math.h>

tpu_status_t sgdnnNamedTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = lround ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_two", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
