// wall: 1
// what: an operator calls one of another source that is refused
// expect: refused
//- project.yaml
library: {headers: [src/api.h]}
//- src/api.h
#pragma once
#include "sgdnn_api.h"
tpu_status_t sgdnnCopyOf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnFour ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
//- src/a.cpp
#include "api.h"
tpu_status_t sgdnnTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SAFE_CALL ( sgdnnCopyOf ( resource, input, output, non_blocking ) );
  return sgdnnCopyOf ( resource, output, input, non_blocking );
}
//- src/b.cpp
#include "api.h"
tpu_status_t sgdnnCopyOf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = __LINE__;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_copy_of", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_copy_of_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/c.cpp
#include "api.h"
tpu_status_t sgdnnFour ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SAFE_CALL ( sgdnnTwice ( resource, input, output, non_blocking ) );
  return sgdnnTwice ( resource, input, output, non_blocking );
}
