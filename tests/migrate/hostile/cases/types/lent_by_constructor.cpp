// wall: 2
// what: a data type gives an object its value that keeps a reference to it
// expect: equal
#include "sgdnn_api.h"
struct Holder { SgdnnDataType_t & d; Holder ( SgdnnDataType_t & x ) : d ( x ) { } };
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Holder h = input.dtype;
  h.d = SGDNN_DTYPE_FP32;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
