// wall: 3
// what: who takes the answer depends on its type
// expect: refused
#include "sgdnn_api.h"

static int run ( tpu_resource_t resource, sg_api_one_t & api, bool non_blocking )
{
  int ret = 0;
#if defined BACKEND_1684X
  ret = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
  ret = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_a_mc", &api, sizeof ( api ), non_blocking );
#else
  SGDNN_CHECK ( false );
#endif
  return ret;
}
static int kind ( int ) { return 1; }
static int kind ( tpu_status_t ) { return 2; }

tpu_status_t sgdnnStatusHelperOverloaded ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;
api.mode = kind ( run ( resource, api, non_blocking ) );
SAFE_CALL ( ( tpu_status_t ) run ( resource, api, non_blocking ) );
return SG_SUCCESS;
}
