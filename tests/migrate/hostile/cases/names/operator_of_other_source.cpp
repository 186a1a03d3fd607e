// wall: 1
// what: operators call those of other sources
// expect: convert
//- project.yaml
library: {headers: [src/api.h]}
families: {First: [CopyOf], Second: [Twice]}
//- src/api.h
#pragma once
#include "sgdnn_api.h"
tpu_status_t sgdnnCopyOf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnList ( tpu_resource_t resource, const SgdnnTensor_t * inputs, int count, SgdnnTensor_t output, bool non_blocking = true );
//- src/a.cpp
#include "api.h"
static tpu_status_t both ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SAFE_CALL ( sgdnnCopyOf ( resource, input, output, false ) );
  SAFE_CALL ( sgdnnCopyOf ( resource, output, input, non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SgdnnTensor_t list[2] = { input, output };
  SAFE_CALL ( both ( resource, input, output, non_blocking ) );
  return sgdnnList ( resource, list, 2, output, non_blocking );
}
//- src/b.cpp
#include "api.h"
tpu_status_t sgdnnCopyOf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_copy_of", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_copy_of_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnList ( tpu_resource_t resource, const SgdnnTensor_t * inputs, int count, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( count <= 4 );
  sg_api_list_t api;
  for ( int i = 0; i < count; ++i ) api.list_global_addr[i] = inputs[i].addr;
  api.output_global_addr = output.addr;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_list_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
