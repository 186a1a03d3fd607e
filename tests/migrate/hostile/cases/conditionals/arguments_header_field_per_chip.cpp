// wall: 1
// what: argument header's field depends on the chip
// expect: either
//- src/args.h
#pragma once
#pragma pack(push, 1)
typedef struct
{
  unsigned long long input_global_addr;
#if defined BACKEND_1684X
  int lanes;
#endif
  unsigned long long output_global_addr;
  int mode;
} sg_api_own_t;
#pragma pack(pop)
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
