// wall: 3
// what: the same by a function that gets it by reference
// expect: refused
#include "sgdnn_api.h"
static int change ( int & n ) { n = 1; return sizeof ( sg_api_one_t ); }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

  int n = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", &api, change ( n ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", &api, change ( n ), true ) );
#endif
  return SG_SUCCESS;
}
