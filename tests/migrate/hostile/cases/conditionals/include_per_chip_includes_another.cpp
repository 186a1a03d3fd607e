// wall: 1
// what: a header that one chip includes brings another one, before the others include that
// expect: either
//- src/a.cpp
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
#include "one.h"
#else
#include "two.h"
#endif
#include "util.h"
tpu_status_t sgdnnAlphaX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = f ( mode ) + u ( mode );
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
#include "util.h"
static inline int f ( int x ) { return u ( x ) + 1; }
//- src/two.h
#pragma once
#define TIMES 4
static inline int f ( int x ) { return x + 2; }
//- src/util.h
#pragma once
#ifndef TIMES
#define TIMES 3
#endif
static inline int u ( int x ) { return x * TIMES; }
