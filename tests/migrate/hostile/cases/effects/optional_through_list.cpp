// wall: 4
// what: r opt list
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalThroughList ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const unsigned long long list[2] = { input.addr, output.addr };
  api.mode = 0;
  for ( int i = 0; i < 2; ++i )
    if ( list[i] != 0 )
      ++api.mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
