// wall: 2
// what: operator of data types in a header beside the source (exit 0)
// expect: either
//- src/ops.h
#pragma once
#include "sgdnn_api.h"
static inline bool operator== ( SgdnnDataType_t a, SgdnnDataType_t b ) { return sgdnnDataSize ( a ) == sgdnnDataSize ( b ); }
//- src/case.cpp
#include "ops.h"
#include "sgdnn_api.h"

tpu_status_t sgdnnUnnamedHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = input.dtype == SGDNN_DTYPE_INT32;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a2_header", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
