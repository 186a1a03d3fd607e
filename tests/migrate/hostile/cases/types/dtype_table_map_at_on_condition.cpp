// wall: 3
// what: it throws on a condition only
// expect: either
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>

static const std::map<SgdnnDataType_t, int> kSize = { { SGDNN_DTYPE_INT8, 1 }, { SGDNN_DTYPE_FP16, 2 }, { SGDNN_DTYPE_FP32, 4 } };

tpu_status_t sgdnnDtypeTableMapAtOnCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  api.mode = mode > 2 ? kSize.at ( input.dtype ) : 3;
  if ( mode > 3 && kSize.at ( output.dtype ) > 2 ) api.mode = 4;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
