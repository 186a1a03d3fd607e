// wall: 3
// what: a tensor is made with an address that begins elsewhere
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOffsetOntoDesignated ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SgdnnTensor_t half = { .addr = input.addr + 64, .dim = 1, .shape = { 4 }, .stride = { 1 }, .dtype = input.dtype };
  api.other_global_addr = half.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_offset_onto_designated", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_offset_onto_designated_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
