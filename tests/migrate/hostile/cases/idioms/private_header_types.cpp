// wall: 2
// what: a header beside the source has a struct with a tensor
// expect: convert
//- src/s.h
#pragma once
#include "sgdnn_api.h"
struct Two { SgdnnTensor_t a; int n; };
static inline int dims ( const Two & t ) { return t.a.dim + t.n; }
//- src/case.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeaderTypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Two t { input, 3 };
  api.mode = dims ( t );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
