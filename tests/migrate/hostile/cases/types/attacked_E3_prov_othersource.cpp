// wall: 3
// what: found by an attacker: E3_prov_othersource
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
//- src/case.cpp
#include "sgdnn_api.h"
void sgdnnContiguousStride ( const int * shape, int dim, int * stride );
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
//- src/b.cpp
#include "sgdnn_api.h"
void sgdnnContiguousStride ( const int * shape, int dim, int * stride )
{
  int s = 2;
  for ( int i = dim - 1; i >= 0; --i )
  {
    stride[i] = s;
    s *= shape[i];
  }
}
