// wall: 2
// what: a constant of a private header uses an overload of a function of the system
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include <ctype.h>
#include "h.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  api.dtype = kSize;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "One", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "One", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/h.h
#pragma once
static inline char tolower ( char x ) { return x; }
enum { kSize = sizeof ( tolower ( 'a' ) ) };
