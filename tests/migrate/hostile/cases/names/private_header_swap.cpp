// wall: 2
// what: the standard library finds a private header's swap
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include <algorithm>
#include "h.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  P v [ 2 ] = { { mode }, { 3 } };
  std::reverse ( v, v + 2 );
  api.dtype = v [ 0 ].a;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "One", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "One", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/h.h
#pragma once
struct P { int a; };
static inline void swap ( P & x, P & y ) { probe ( 6 ); }
