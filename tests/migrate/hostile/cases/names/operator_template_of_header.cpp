// wall: 2
// what: a template of a private header is the operator of the source's enumeration
// expect: refused
//- src/ops.h
#pragma once
template < typename T > inline int operator| ( T a, T b ) { return 70; }

//- src/case.cpp
#include "sgdnn_api.h"
#include "ops.h"
enum Col { R = 1, G = 2 };
tpu_status_t sgdnnOperatorTemplateOfHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Col c = R;
  api.mode = c | G;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
