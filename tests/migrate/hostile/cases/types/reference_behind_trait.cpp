// wall: 2
// what: the same by a trait
// expect: refused
#include "sgdnn_api.h"
#include <type_traits>
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  std::add_lvalue_reference_t < SgdnnDataType_t > d = input.dtype;
  d = output.dtype;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
