// wall: 3
// what: casts of every kind around the address
// expect: either
#include "sgdnn_api.h"
#include <stdint.h>
tpu_status_t sgdnnFunctionalCast ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = uint64_t ( input.addr );
  api.other_global_addr = ( uint64_t ) input.addr;
  api.buffer_global_addr = static_cast<unsigned long> ( input.addr );
  api.dim = ( unsigned ) ( input.addr >> 4 );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_casts", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_casts_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
