// wall: 3
// what: a helper stores where a branch's variable is that it takes by reference
// expect: refused
#include "sgdnn_api.h"
static void store ( const int * * to, const int & n ) { *to = &n; }
tpu_status_t sgdnnBranchAddressStoredByHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  const int * p;
#if defined BACKEND_1684X
  int n = mode + 1;
  store ( &p, n );
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  store ( &p, k );
#endif
  { volatile int pad[4] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = *p;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_address_stored_by_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_address_stored_by_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
