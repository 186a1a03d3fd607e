// wall: 1
// what: a macro of the header is defined where the project's build says so
// expect: either
//- src/args.h
#pragma once
#ifdef BACKEND_SG2260
#define ARG_STEP 2
#else
#define ARG_STEP 3
#endif
#if defined BACKEND_SG2260 || defined BACKEND_1684X
#define ARG_WIDTH 16
#else
#define ARG_WIDTH 4
#endif
typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int mode;
} sg_api_own_t;
//- project.yaml
library: {arguments: [src/args.h]}
//- src/a.cpp
#include "args.h"
#include "sgdnn_api.h"
#define TWICE ( ARG_WIDTH * 2 )
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode * ARG_WIDTH;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode * TWICE;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_two", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_two_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
