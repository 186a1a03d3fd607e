// wall: 1
// what: each chip includes a header of its own, with a helper, a constant and a macro
// expect: convert
//- src/a.cpp
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
#include "one.h"
#else
#include "two.h"
#endif
tpu_status_t sgdnnAlphaX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = N + f ( mode ) + LIM;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_alphax", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_alphax_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/one.h
#pragma once
#define LIM 3
enum { N = 4 };
static inline int f ( int x ) { return x + 1; }
//- src/two.h
#pragma once
#define LIM 7
enum { N = 8 };
static inline int f ( int x ) { return x + 2; }
