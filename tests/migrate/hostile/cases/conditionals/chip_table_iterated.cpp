// wall: 1
// what: chip table iterated
// expect: either
#include <vector>
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
const int kLimits[] = { 2, 3 };
#else
const int kLimits[] = { 12, 13 };
#endif
static const int * begin () { return kLimits; }

tpu_status_t sgdnnChipTableIterated ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  std::vector < int > v ( begin (), begin () + 2 );
  api.mode = v[0] * 100 + v[1];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_d7", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_d7_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
