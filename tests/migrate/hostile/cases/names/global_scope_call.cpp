// wall: 2
// what: calls of the global scope
// expect: either
#include "sgdnn_api.h"

static int extent ( int x ) { return x + 1; }
tpu_status_t sgdnnGlobalScopeCall ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = ::extent ( mode );
  SAFE_CALL ( ::sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_global", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
