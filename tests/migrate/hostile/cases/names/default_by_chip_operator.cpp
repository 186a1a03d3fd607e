// wall: 2
// what: declarations of an operator have another default on each chip
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include "own.h"
tpu_status_t sgdnnOne2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  memset ( &api, 0, sizeof ( api ) );
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  return sgdnnOne2 ( resource, input, output );
}
//- src/own.h
#include <string.h>
#ifdef BACKEND_1684X
tpu_status_t sgdnnOne2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode = 3, bool non_blocking = true );
#else
tpu_status_t sgdnnOne2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode = 4, bool non_blocking = true );
#endif
