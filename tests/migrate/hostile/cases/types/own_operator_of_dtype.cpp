// wall: 2
// what: an operator of the source's own is asked with a data type, and changes it
// expect: refused
#include "sgdnn_api.h"
static bool operator< ( SgdnnDataType_t & a, int b ) { a = SGDNN_DTYPE_FP32; return b > 2; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = input.dtype < 3;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
