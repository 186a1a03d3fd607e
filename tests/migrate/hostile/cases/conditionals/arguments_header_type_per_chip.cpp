// wall: 1
// what: the type of a field depends on the chip through a typedef
// expect: either
//- src/args.h
#pragma once
#ifdef BACKEND_SG2260
typedef long long len_t;
#else
typedef int len_t;
#endif
typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  len_t mode;
} sg_api_own_t;
//- project.yaml
library: {arguments: [src/args.h]}
//- src/a.cpp
#include "sgdnn_api.h"
#include "args.h"
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
