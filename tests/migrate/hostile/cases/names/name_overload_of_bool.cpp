// wall: 2
// what: overload of bool
// expect: convert
//- project.yaml
library: {arguments: [src/k.h]}
//- src/k.h
#pragma once
typedef struct { unsigned long long input_global_addr; unsigned long long output_global_addr; int mode; } sg_api_own_t;
inline int cls ( bool ) { return 1; }
inline int cls ( int ) { return 2; }

//- src/case.cpp
#include "sgdnn_api.h"
#include "k.h"

tpu_status_t sgdnnNameOverloadOfBool ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = cls ( input.addr != 0 ) + 4 * cls ( input.addr == 0 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
