// wall: 1
// what: chip mutable member
// expect: either
#include "sgdnn_api.h"
struct Cache { int n; mutable int hits;  };
#ifdef BACKEND_1684X
static const Cache kCache = { 1, 0 };
#else
static const Cache kCache = { 2, 0 };
#endif
static int peek ( int m ) { return m + ++kCache.hits; }
tpu_status_t sgdnnChipMutableMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = 0;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = 0;
  api.dim = input.dim;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  for ( int i = 0; i < 8; ++i ) api.shape[i] = 0;
  api.value = 0;
  api.mode = peek ( mode );
  api.dim = ++kCache.hits;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_u1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_u1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
