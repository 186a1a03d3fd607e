// wall: 3
// what: a helper that moves a tensor on is called through a pointer
// expect: either
#include "sgdnn_api.h"

static SgdnnTensor_t moved ( SgdnnTensor_t t, int n )
{
  SgdnnTensor_t r = t;
  r.addr = t.addr + n;
  return r;
}

tpu_status_t sgdnnOffsetOntoCopyInHelperByPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SgdnnTensor_t ( *f ) ( SgdnnTensor_t, int ) = moved;
  SgdnnTensor_t half = f ( bias, 512 );
  api.dim = bias.addr != 0;
  api.other_global_addr = half.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_offset_onto_copy_in_helper_by_pointer", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_offset_onto_copy_in_helper_by_pointer_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
