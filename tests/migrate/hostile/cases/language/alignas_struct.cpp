// wall: 3
// what: an aligned local struct with the kernel's arguments
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAlignasStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  struct alignas ( 64 ) Holder { sg_api_one_t inner; int n; } holder;
  holder.inner = api;
  holder.inner.dim = mode;
  api = holder.inner;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_alignas_struct", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
