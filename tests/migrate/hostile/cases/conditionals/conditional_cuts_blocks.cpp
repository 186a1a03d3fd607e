// wall: 1
// what: branches that open a block which is closed behind
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalCutsBlocks ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 0;
#if defined BACKEND_1684X
  if ( mode > 1 ) {
#else
  if ( mode > 2 ) {
#endif
    api.dim = 9;
  }
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cut", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
