// wall: 3
// what: the address of a branch's variable is kept through a reference to an element
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnBranchAddressThroughElement ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  const int * list[2] = { nullptr, nullptr };
  auto & first = list[0];
#if defined BACKEND_1684X
  int n = mode + 1;
  first = &n;
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  first = &k;
#endif
  { volatile int pad[44] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = *list[0];
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_address_through_element", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_address_through_element_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
