// wall: 3
// what: found by an attacker: D9b_launcher__on
// expect: either
// flags: -std=c++17 -DLIM=20
//- src/case.cpp
#include "sgdnn_api.h"
#ifndef LIM
#define LIM 1000
#endif
static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * a, size_t s, bool non_blocking )
{
  if ( s > LIM ) return SG_SUCCESS;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, a, s );
#else
  return sgdnnTPUKernelLaunch ( resource, name, a, s, non_blocking );
#endif
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  SAFE_CALL ( run ( resource, "tpu_x", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
//- project.yaml
library: {flags: [-std=c++17]}
