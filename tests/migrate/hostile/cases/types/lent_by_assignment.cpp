// wall: 2
// what: a tensor is assigned to an object whose operator changes it
// expect: equal
#include "sgdnn_api.h"
struct Setter { void operator= ( SgdnnTensor_t & t ) { t.dtype = SGDNN_DTYPE_FP32; } };
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Setter s;
  s = input;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
