// An object with a destructor in one chip's branch, and a check behind it.
#include <vector>
struct Guard { int * n; ~Guard() { ++*n; } };
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  int n = input.dim;
  sg_api_one_t api;
#if defined BACKEND_1684X
  std::vector<int> kept ( 3 );
  api.mode = kept [ 0 ];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_SG2260
  api.mode = n;
  api.dim = 2;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  SGDNN_CHECK ( n );
  return SG_SUCCESS;
}
