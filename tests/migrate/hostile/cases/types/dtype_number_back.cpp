// wall: 3
// what: a number becomes a data type again
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnNumberBack ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int number = input.dtype;
  number += mode == 2;
  SgdnnDataType_t dtype = ( SgdnnDataType_t ) number;
  api.mode = dtype == SGDNN_DTYPE_FP32;
  api.dtype = number;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_back", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_back_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
