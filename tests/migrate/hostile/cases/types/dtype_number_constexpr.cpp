// wall: 3
// what: a constant expression shifts by a data type
// expect: equal
#include "sgdnn_api.h"

constexpr int bit ( SgdnnDataType_t t ) { return 1 << t; }

tpu_status_t sgdnnIConstexpr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = bit ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_i_constexpr", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_i_constexpr_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
