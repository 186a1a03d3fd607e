// wall: 3
// what: a branch's tensor is kept through a reference to a pointer
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnBranchTensorThroughReferenceToPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  const SgdnnTensor_t * which = &input;
  const SgdnnTensor_t * & w = which;
#if defined BACKEND_1684X
  SgdnnTensor_t t = input;
  t.dim = 2;
  w = &t;
#elif defined BACKEND_SG2260
  SgdnnTensor_t u = output;
  u.dim = 4;
  u.shape[0] = mode;
  w = &u;
#endif
  { volatile int pad[44] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = which->dim;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_tensor_through_reference_to_pointer", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_tensor_through_reference_to_pointer_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
