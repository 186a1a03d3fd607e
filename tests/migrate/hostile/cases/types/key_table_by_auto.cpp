// wall: 3
// what: what a table by data types has is taken by auto
// expect: convert
#include <map>
#include "sgdnn_api.h"
static const std::map<SgdnnDataType_t, int> kSize = { { SGDNN_DTYPE_FP32, 4 }, { SGDNN_DTYPE_FP16, 2 } };
static const std::map<SgdnnDataType_t, size_t> kWidth = { { SGDNN_DTYPE_FP32, 8 }, { SGDNN_DTYPE_FP16, 9 } };
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 || input.dtype == SGDNN_DTYPE_FP16 );
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto size = kSize.at ( input.dtype );
  const auto other = kWidth.at ( input.dtype );
  api.mode = size + ( int ) other + mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
