// wall: 3
// what: an object with a reference to a branch's variable is made by a list
// expect: refused
#include "sgdnn_api.h"
#include <new>
struct Hold { const int & r; };
tpu_status_t sgdnnBranchAddressInList ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  Hold * h = nullptr;
#if defined BACKEND_1684X
  int n = mode + 1;
  h = new Hold { n };
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  h = new Hold { k };
#endif
  { volatile int pad[44] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = h->r;
  delete h;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_address_in_list", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_address_in_list_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
