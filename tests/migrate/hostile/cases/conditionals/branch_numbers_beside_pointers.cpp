// wall: 3
// what: numbers of a branch are handed to helpers by value beside what the caller's pointer leads to
// expect: convert
#include "sgdnn_api.h"
#include <algorithm>
static int slice ( const SgdnnTensor_t & t, int n ) { return t.dim * n; }
tpu_status_t sgdnnBranchNumbersBesidePointers ( tpu_resource_t resource, const SgdnnTensor_t * inputs, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t input = inputs[0];
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

#if defined BACKEND_1684X
  int n = mode + 1;
  api.dim = slice ( inputs[1], n );
  api.mode = std::min ( 3, n );
#elif defined BACKEND_SG2260
  int cores = 8;
  int n = ( mode + cores - 1 ) / cores;
  api.dim = slice ( inputs[0], n ) * cores;
  api.mode = std::max ( n, 1 );
#endif
  api.other_global_addr = inputs[1].addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_numbers_beside_pointers", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_numbers_beside_pointers_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
