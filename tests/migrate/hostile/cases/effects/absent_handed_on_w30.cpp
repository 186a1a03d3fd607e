// wall: 3
// what: absent handed on w30
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, SgdnnTensor_t z, int mode, bool non_blocking )
{
  SgdnnTensor_t input = x, output = z;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.other_global_addr = y.addr;
  api.dim = y.addr != 0;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t x = input;
  SgdnnTensor_t * p = &x;
  *p = bias;
  return sgdnnTwo ( resource, input, x, output, mode, non_blocking );
}
