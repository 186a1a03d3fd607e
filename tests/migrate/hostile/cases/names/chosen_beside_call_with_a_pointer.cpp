// wall: 3
// what: an argument of the launch is what a function says that gets a pointer, to nothing that the condition reads
// expect: convert
#include "sgdnn_api.h"
static size_t change ( const sg_api_one_t * api ) { return sizeof ( *api ); }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

  int n = mode;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", &api, change ( &api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", &api, change ( &api ), true ) );
#endif
  return SG_SUCCESS;
}
