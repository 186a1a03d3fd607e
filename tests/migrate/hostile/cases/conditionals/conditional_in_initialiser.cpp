// wall: 1
// what: a conditional inside a braced list
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalInInitialiser ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int extents[] = { 1,
#if defined BACKEND_SG2260
                    7,
#endif
                    2 };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = extents[1];
  api.dtype = sizeof ( extents );
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
