// wall: 1
// what: chip constants by reference
// expect: either
#include "sgdnn_api.h"
struct Mode { int k; int n; };
static int clobber ( int m ) { volatile int v[64]; for ( int i = 0; i < 64; ++i ) v[i] = m + 77; return v[3]; }
#ifdef BACKEND_1684X
const Mode kFirst = { 1, 2 };
const Mode kSecond = { 3, 4 };
#else
const Mode kFirst = { 7, 2 };
const Mode kSecond = { 8, 9 };
#endif
static const Mode & mode_of ( int n ) { return n > 2 ? kFirst : kSecond; }

tpu_status_t sgdnnChipConstantsByReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  const Mode & m = mode_of ( mode );
  api.mode = clobber ( 4 );
  api.mode += m.n;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_d9", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_d9_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
