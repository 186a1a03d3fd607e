// wall: 1
// what: chip constant by reference
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
static const int kCores = 2;
#else
static const int kCores = 5;
#endif
static const int & cores () { return kCores; }
static int clobber ( int m ) { volatile int v[16]; for ( int i = 0; i < 16; ++i ) v[i] = m + 77; return v[3]; }

tpu_status_t sgdnnChipConstantByReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  api.mode = cores ()  + mode + clobber ( 3 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_v25", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_v25_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
