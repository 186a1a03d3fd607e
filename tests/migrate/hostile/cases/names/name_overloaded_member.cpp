// wall: 2
// what: overloaded member
// expect: convert
//- project.yaml
library: {arguments: [src/k.h]}
//- src/k.h
#pragma once
typedef struct { unsigned long long input_global_addr; unsigned long long output_global_addr; int mode; } sg_api_own_t;
struct K { int f ( int ) const { return 1; } int f ( long ) const { return 2; } };
//- src/case.cpp
#include "sgdnn_api.h"
#include "k.h"

tpu_status_t sgdnnNameOverloadedMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  K k;
  api.mode = k.f ( input.stride[0] ) + k.f ( 2L );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
