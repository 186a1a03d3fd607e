// wall: 2
// what: type of two namespaces
// expect: convert
//- project.yaml
library: {arguments: [src/k.h]}
//- src/k.h
#pragma once
typedef struct { unsigned long long input_global_addr; unsigned long long output_global_addr; int mode; } sg_api_own_t;
namespace k { struct K { int v = 3; }; }
struct K { int v = 4; };
//- src/case.cpp
#include "sgdnn_api.h"
#include "k.h"

tpu_status_t sgdnnNameTypeOfTwoNamespaces ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  using k::K;
  K x;
  api.mode = x.v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
