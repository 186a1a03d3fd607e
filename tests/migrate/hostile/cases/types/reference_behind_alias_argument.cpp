// wall: 2
// what: what a kernel's name is chosen by is changed by another argument's function, whose parameter shows no &
// expect: refused
#include "sgdnn_api.h"
typedef int & count_ref;
static int change ( count_ref n ) { n = 1; return sizeof ( sg_api_one_t ); }
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
