// wall: 2
// what: an operator for data types that a header declares and another source defines answers otherwise than the number
// expect: refused
//- src/order.h
#pragma once
#include "sgdnn_api.h"
bool operator< ( SgdnnDataType_t a, int b );
//- src/order.cpp
#include "order.h"
bool operator< ( SgdnnDataType_t a, int b ) { return ( int ) a + b > 2; }
//- src/case.cpp
#include "order.h"
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = input.dtype < 3;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
