// wall: 3
// what: a helper gives back a reference to a branch's variable
// expect: refused
#include "sgdnn_api.h"
static const int & pass ( int, const int & x ) { return x; }
tpu_status_t sgdnnBranchAddressGivenBack ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  const int * p;
#if defined BACKEND_1684X
  int n = mode + 1;
  p = &pass ( 1, n );
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  p = &pass ( 1, k );
#endif
  { volatile int pad[44] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = *p;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_address_given_back", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_address_given_back_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
