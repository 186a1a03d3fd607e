// wall: 2
// what: one of two data types is set by a conditional operator
// expect: equal
#include "sgdnn_api.h"
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnDataType_t d; d = ( mode > 2 ? input.dtype : output.dtype ) = SGDNN_DTYPE_FP32;
  api.mode = d == SGDNN_DTYPE_FP32;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
