// wall: 4
// what: what a kernel's name is chosen by is changed by way of an object that another argument is made of
// expect: refused
#include "sgdnn_api.h"
struct R { int & r; R ( int & x ) : r ( x ) { } };
static int change ( R r ) { r.r = 1; return sizeof ( sg_api_one_t ); }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = mode;
  api.mode = 7;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", & api, change ( n ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", & api, change ( n ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
