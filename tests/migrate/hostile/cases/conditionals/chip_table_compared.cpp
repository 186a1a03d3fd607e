// wall: 1
// what: chip table compared
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
static const int kTable[] = { 1, 2, 3, 4 };
#else
static const int kTable[] = { 5, 6, 7, 8, 9 };
#endif
static int isFirst ( const int * p ) { return p == kTable ? 10 : 20; }
tpu_status_t sgdnnChipTableCompared ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  api.mode = isFirst ( mode > 2 ? kTable : kTable + 1 ) + mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_i1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_i1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
