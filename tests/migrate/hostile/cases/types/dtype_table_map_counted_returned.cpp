// wall: 3
// what: a helper that says whether there is one
// expect: convert
#include <map>
#include "sgdnn_api.h"

static const std::map<SgdnnDataType_t, int> kSize = { { SGDNN_DTYPE_INT8, 1 }, { SGDNN_DTYPE_FP32, 4 } };
static bool known ( SgdnnDataType_t d ) { return kSize.count ( d ) > 0; }
tpu_status_t sgdnnDtypeTableMapCountedReturned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = known ( input.dtype ) ? 3 : 4;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ak2cntret", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_ak2cntret", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
