// wall: 2
// what: overload of shape
// expect: convert
//- project.yaml
library: {arguments: [src/k.h]}
//- src/k.h
#pragma once
typedef struct { unsigned long long input_global_addr; unsigned long long output_global_addr; int mode; } sg_api_own_t;
inline int cls ( int ) { return 1; }
inline int cls ( long ) { return 2; }
inline int cls ( unsigned ) { return 3; }
//- src/case.cpp
#include "sgdnn_api.h"
#include "k.h"

tpu_status_t sgdnnNameOverloadOfShape ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = cls ( input.dim ) + 10 * cls ( input.shape[0] );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
