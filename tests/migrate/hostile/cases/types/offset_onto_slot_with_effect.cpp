// wall: 3
// what: the target of a compound assignment has an effect
// expect: refused
#include "sgdnn_api.h"

tpu_status_t sgdnnOffsetOntoSlotWithEffect ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SgdnnTensor_t list[2] = { input, input };
  int n = 0;
  list[n++].addr += 64;
  api.dim = n;
  api.other_global_addr = list[0].addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_offset_onto_slot_with_effect", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_offset_onto_slot_with_effect_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
