// wall: 3
// what: answers are summed
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

tpu_status_t sgdnnStatusHelperSummed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;
int failed = run ( resource, api, non_blocking ) + run ( resource, api, non_blocking );
return failed > 2 ? SG_FAILURE : SG_SUCCESS;
}
