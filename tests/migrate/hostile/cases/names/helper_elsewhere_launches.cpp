// wall: 2
// what: helper elsewhere launches
// expect: either
//- src/util.h
#ifndef U
#define U
#include "sgdnn_api.h"
tpu_status_t go ( tpu_resource_t resource, SgdnnTensor_t t );
#endif

//- src/util.cpp
#include "sgdnn_api.h"
#include "util.h"
tpu_status_t go ( tpu_resource_t resource, SgdnnTensor_t t ) {
  sg_api_one_t api;
  api.input_global_addr = t.addr;
  api.output_global_addr = t.addr;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_go", &api, sizeof ( api ), true );
}

//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"

tpu_status_t sgdnnHelperElsewhereLaunches ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( go ( resource, input ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
