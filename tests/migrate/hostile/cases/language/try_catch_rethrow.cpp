// wall: 4
// what: an exception is caught and thrown again
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnTryCatchRethrow ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  try { if ( mode > 2 ) throw 5; api.dim = 1; }
  catch ( int & ) { api.dim = 2; throw; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_try_catch_rethrow", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
