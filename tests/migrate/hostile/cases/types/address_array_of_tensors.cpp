// wall: 3
// what: tensors in a local array
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnArrayOfTensors ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t tensors[2] = { input, output };
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  for ( int i = 0; i < 2; ++i )
  {
    ( &api.input_global_addr ) [i] = tensors[i].addr;
  }
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_array", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_array_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
