// wall: 2
// what: a helper in an extern "C" block
// expect: either
#include "sgdnn_api.h"

extern "C" { static int plain_extent ( int n ) { return n + 9; } }
tpu_status_t sgdnnExternCHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = plain_extent ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_extern_c_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
