// wall: 3
// what: the list of an X-macro includes another one, in an array whose macro is undefined behind it
// expect: refused
//- src/inner.inc
OP ( 1 )
OP ( 2 )
//- src/ops.inc
OP ( 0 )
#include "inner.inc"
OP ( 3 )
//- src/case.cpp
#include "sgdnn_api.h"
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

  int s [ ] = {
#define OP( n ) n + 1,
#include "ops.inc"
#undef OP
  };
  for ( int v : s ) probe ( v );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif

  return SG_SUCCESS;
}
