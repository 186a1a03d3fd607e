// wall: 3
// what: a pointer to a branch's variable is read behind under another name
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnBranchAddressReadByAlias ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  const int * p = nullptr;
  const int * const & q = p;
#if defined BACKEND_1684X
  int n = mode + 1;
  p = &n;
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  p = &k;
#endif
  { volatile int pad[44] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = *q;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_address_read_by_alias", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_address_read_by_alias_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
