// wall: 2
// what: a constant reference is cast to one by an alias that is none
// expect: equal
#include "sgdnn_api.h"
using TR = SgdnnTensor_t &;
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const SgdnnTensor_t & p = input;
  ( ( TR ) p ).dtype = SGDNN_DTYPE_FP32;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
