// wall: 3
// what: the address of a branch's variable is kept through a structured binding
// expect: refused
#include "sgdnn_api.h"
struct Two { const int * p; int n; };
tpu_status_t sgdnnBranchAddressThroughBinding ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  Two two { nullptr, 1 };
  auto & [ p, m ] = two;
#if defined BACKEND_1684X
  int n = mode + 1;
  p = &n;
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  p = &k;
#endif
  { volatile int pad[44] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = *two.p + m;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_address_through_binding", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_address_through_binding_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
