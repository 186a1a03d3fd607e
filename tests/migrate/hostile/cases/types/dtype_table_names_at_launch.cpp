// wall: 3
// what: kernels' names in a map that throws, in the launch itself
// expect: convert
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>

static const std::map<SgdnnDataType_t, const char *> kNames = { { SGDNN_DTYPE_FP32, "k_fp32" }, { SGDNN_DTYPE_FP16, "k_fp16" } };

tpu_status_t sgdnnDtypeTableNamesAtLaunch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, kNames.at ( input.dtype ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, kNames.at ( input.dtype ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
