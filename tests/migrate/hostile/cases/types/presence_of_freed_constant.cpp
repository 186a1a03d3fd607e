// wall: 3
// what: an address that was checked goes through a constant reference that an alias frees
// expect: equal
#include "sgdnn_api.h"
using R = SgdnnTensor_t &;
static void touch ( const SgdnnTensor_t & t ) { ( ( R ) t ).addr = 0; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SGDNN_CHECK ( input.addr );
  touch ( input );
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
