// wall: 3
// what: a macro of a header is the word operator
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#include "ops.h"

tpu_status_t sgdnnUnnamedHeaderMacroWord ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  if ( input.dtype == output.dtype ) api.mode = 3;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/ops.h
#pragma once
#include "sgdnn_api.h"
#define OPERATOR operator
inline bool OPERATOR== ( SgdnnDataType_t a, SgdnnDataType_t b ) { return sgdnnDataSize ( a ) == sgdnnDataSize ( b ); }
