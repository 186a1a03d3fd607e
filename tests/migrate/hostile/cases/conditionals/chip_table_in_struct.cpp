// wall: 1
// what: chip table in struct
// expect: either
#include "sgdnn_api.h"
struct Config { const int * limit; int n; };
#ifdef BACKEND_1684X
const int kLimits[] = { 2, 3 };
#else
const int kLimits[] = { 12, 13 };
#endif
static int clobber ( int m ) { volatile int v[64]; for ( int i = 0; i < 64; ++i ) v[i] = m + 77; return v[3]; }
static Config config ( int n ) { Config c = { kLimits, n }; if ( n > 2 ) c.limit = kLimits + 1; return c; }

tpu_status_t sgdnnChipTableInStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  Config c = config ( mode );
  api.mode = clobber ( 4 );
  api.mode += *c.limit;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_d4", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_d4_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
