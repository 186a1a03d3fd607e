// wall: 3
// what: a vector of numbers outside is filled with those of a branch
// expect: convert
#include "sgdnn_api.h"
#include <vector>
tpu_status_t sgdnnBranchNumbersInVector ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  std::vector<int> sizes;
#if defined BACKEND_1684X
  int n = mode + 1;
  sizes.push_back ( n );
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  sizes.assign ( 2, k );
#endif
  api.mode = sizes[0];
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_numbers_in_vector", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_numbers_in_vector_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
