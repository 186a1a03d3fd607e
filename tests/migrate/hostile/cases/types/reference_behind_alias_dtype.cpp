// wall: 2
// what: a data type is changed by a reference whose declaration shows no &
// expect: refused
#include "sgdnn_api.h"
using DTypeRef = SgdnnDataType_t &;
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  DTypeRef d = input.dtype;
  d = output.dtype;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
