// wall: 2
// what: the name of a private header's function is made by ##
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include "h.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  api.dtype = CALL ( up, mode ) + kE;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "One", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "One", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/h.h
#pragma once
#define CALL(n,x) n##_impl ( x )
static int up_impl ( int x ) { return x + 3; }
enum { kE = 2 };
