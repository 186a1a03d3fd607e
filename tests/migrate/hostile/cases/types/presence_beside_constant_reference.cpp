// wall: 3
// what: a tensor that a check shows to be there is given to a helper by a constant reference, and constants are cast to void
// expect: convert
#include "sgdnn_api.h"
static int total ( const SgdnnTensor_t & t ) { return t.dim * 2; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const int limit = 4;
  ( void ) limit;
  SGDNN_CHECK ( input.addr );
  api.mode = total ( input );
  SgdnnTensor_t half = input;
  half.addr = input.addr + 64;
  api.buffer_global_addr = half.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
