// wall: 3
// what: a list that is included defines its macro where nobody did
// expect: either
//- src/ops.def
#ifndef OP
#define OP( a, b )
#endif
OP ( relu, 1 )
//- src/case.cpp
#include "sgdnn_api.h"
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int code = 0;
  switch ( mode )
  {
#define OP( name, id ) case id: code = id * 3; break;
#include "ops.def"
#undef OP
    default: return SG_FAILURE;
  }
  api.mode = code;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
