// wall: 3
// what: found by an attacker: E1_prov_opt__on
// expect: either
// flags: -std=c++17 -DDEBUG
//- src/case.cpp
#include "sgdnn_api.h"
static inline void sgdnnContiguousStride ( const int * shape, int dim, int * stride )
{
  int s = 1;
  for ( int i = dim - 1; i >= 0; --i )
  {
    stride[i] = s;
    s *= shape[i];
  }
#ifdef DEBUG
  stride[0] = 6;
#endif
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int st[8] = { 0 };
  sgdnnContiguousStride ( input.shape, input.dim, st );
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
//- project.yaml
library: {flags: [-std=c++17]}
