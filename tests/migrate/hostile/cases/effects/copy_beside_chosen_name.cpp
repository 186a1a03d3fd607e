// wall: 4
// what: an argument of the launch is made of a copy of a tensor
// expect: convert
#include "sgdnn_api.h"
static size_t bytesOf ( SgdnnTensor_t t ) { return t.dim ? sizeof ( sg_api_one_t ) : sizeof ( sg_api_one_t ); }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = mode;
  api.mode = 7;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", & api, bytesOf ( input ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", & api, bytesOf ( input ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
