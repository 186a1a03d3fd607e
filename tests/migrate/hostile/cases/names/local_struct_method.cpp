// wall: 2
// what: a local struct with a method that uses the tensor's type
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLocalStructMethod ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct Last
  {
    static int of ( const SgdnnTensor_t & t ) { return t.shape[t.dim > 0 ? t.dim - 1 : 0]; }
  };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = Last::of ( input );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_local", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_local_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
