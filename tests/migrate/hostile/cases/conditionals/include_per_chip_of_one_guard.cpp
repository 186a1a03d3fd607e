// wall: 1
// what: the two headers that the chips include have one guard
// expect: either
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
  api.mode = f ( mode );
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
#ifndef ONE_H
#define ONE_H
static inline int f ( int x ) { return x + 1; }
#endif
//- src/two.h
#ifndef ONE_H
#define ONE_H
static inline int f ( int x ) { return x + 2; }
#endif
