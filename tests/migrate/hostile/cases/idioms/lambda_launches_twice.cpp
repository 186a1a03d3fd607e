// wall: 3
// what: a lambda that sees everything launches, twice
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  auto launch = [&] ()
  {
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
#endif
  };
  launch ();
  if ( mode > 2 ) { api.mode = 7; launch (); }
  return SG_SUCCESS;
}
