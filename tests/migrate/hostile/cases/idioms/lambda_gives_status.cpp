// wall: 3
// what: a lambda that launches gives the status
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  auto launch = [&] ( int m ) -> tpu_status_t
  {
    api.mode = m;
#if defined BACKEND_1684X
    return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
    return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
  };
  SAFE_CALL ( launch ( mode ) );
  SAFE_CALL ( launch ( mode + 1 ) );
  return SG_SUCCESS;
}
