// wall: 3
// what: a caller's number is compared with a data type
// expect: equal
#include "sgdnn_api.h"

static bool isFloat ( int dtype )
{
  return dtype == SGDNN_DTYPE_FP32 || dtype == SGDNN_DTYPE_FP16;
}

tpu_status_t sgdnnNumberOfCaller ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int dtype, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = dtype == SGDNN_DTYPE_FP32 ? 3 : isFloat ( dtype );
  api.dim = isFloat ( input.dtype ) + ( input.dtype < dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_caller_n", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_caller_n_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
