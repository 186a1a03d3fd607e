// wall: 4
// what: a lambda has a copy of a tensor, which an object's operator changes behind it
// expect: refused
#include "sgdnn_api.h"
struct R { void operator= ( SgdnnTensor_t & x ) { x.addr = 0; } };
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = mode;
  auto f = [ = ] ( tpu_resource_t r ) -> tpu_status_t { sg_api_one_t a; a.mode = n; a.input_global_addr = input.addr; return sgdnnTPUKernelLaunch ( r, "w", & a, sizeof ( a ), true ); };
  R r;
  r = input;
  SAFE_CALL ( f ( resource ) );
  api.mode = n;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
