// wall: 3
// what: second types base class macro header
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include <string.h>

#include "own.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  Der_t x;
  x.d = input.dtype;
  x.n = 2;
  api.mode = RAW ( x );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/own.h
#pragma once
#include "sgdnn_api.h"
#define RAW(x) ( *( const unsigned char * ) &( x ) )
struct Base_t
{
  SgdnnDataType_t d;
};
struct Der_t : Base_t
{
  int n;
};
