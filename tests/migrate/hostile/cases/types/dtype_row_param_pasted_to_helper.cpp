// wall: 3
// what: dtype row param pasted to helper
// expect: either
#include "sgdnn_api.h"

#define CAT(a, b) a##b
#define ID(x) x
#define VA(...) __VA_ARGS__
static void ch ( SgdnnTensor_t & t, const SgdnnTensor_t & o ) { t = o; }
static void chp ( SgdnnTensor_t * t, const SgdnnTensor_t * o ) { t->dtype = o->dtype; }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  ch ( CAT ( in, put ), other );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
