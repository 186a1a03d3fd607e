// wall: 3
// what: hidden flow branch kept by unnamed struct
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  struct { const int * p; } hold = { nullptr };
#if defined BACKEND_1684X
  int v[64] = { 7, 8, mode };
  hold.p = v;
#else
  probe ( 3 );
#endif
  {
    int junk[64];
    for ( int i = 0; i < 64; ++i ) junk[i] = 1000 + i;
    api.shape[0] = junk[mode & 3];
  }
  api.dim = hold.p ? hold.p[1] : 0;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

