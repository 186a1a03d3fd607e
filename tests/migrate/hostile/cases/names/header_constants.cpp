// wall: 2
// what: constants and inline functions of a header of the tree
// expect: convert
//- src/sizes.h
#pragma once
static const int kWidth = 24;
static inline int rounded ( int x ) { return ( x + kWidth - 1 ) / kWidth * kWidth; }
//- src/case.cpp
#include "sgdnn_api.h"
#include "sizes.h"

tpu_status_t sgdnnHeaderConstants ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = rounded ( mode ) + kWidth;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_header", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_header_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
