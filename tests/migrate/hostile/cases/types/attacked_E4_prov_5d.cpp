// wall: 3
// what: found by an attacker: E4_prov_5d
// expect: either
#include "sgdnn_api.h"
static inline void sgdnnContiguousStride ( const int * shape, int dim, int * stride )
{
  int s = 1;
  for ( int i = dim - 1; i >= 0 && i >= dim - 4; --i )
  {
    stride[i] = s;
    s *= shape[i];
  }
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int sh[8] = { 2, 3, 4, 5, 6 };
  int st[8] = { 0 };
  sgdnnContiguousStride ( sh, 5, st );
  api.mode = st[0];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
