// wall: 3
// what: a helper stores where a branch's variable is in a structure
// expect: refused
#include "sgdnn_api.h"
struct Keep { const int * p; };
static void keep ( Keep & to, const int & x ) { to.p = &x; }
tpu_status_t sgdnnBranchAddressStoredInStructure ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  Keep a = { };
#if defined BACKEND_1684X
  int n = mode + 1;
  keep ( a, n );
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  keep ( a, k );
#endif
  { volatile int pad[44] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = *a.p;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_address_stored_in_structure", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_address_stored_in_structure_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
