// wall: 3
// what: the source has another function of the name that gives numbers
// expect: equal
#include "sgdnn_api.h"

static int dtypeNumber ( SgdnnDataType_t t ) { return t == SGDNN_DTYPE_FP32 ? 100 : 7; }

tpu_status_t sgdnnIOwn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = dtypeNumber ( input.dtype );
  api.dim = 1 << output.dtype;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_i_own", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_i_own_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
