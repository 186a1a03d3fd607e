// wall: 1
// what: a struct of the header is there on one chip only, a function uses another
// expect: convert
//- src/args.h
#pragma once
typedef struct own_s
{
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int mode;
} sg_api_own_t;
#if defined BACKEND_SG2260
typedef struct
{
  unsigned long long input_global_addr;
  int mode;
} sg_api_other_t;
#endif
//- project.yaml
library: {arguments: [src/args.h]}
//- src/a.cpp
#include "args.h"
#include "sgdnn_api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
