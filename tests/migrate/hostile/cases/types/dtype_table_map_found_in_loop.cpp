// wall: 3
// what: a search of each turn
// expect: convert
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>

static const std::map<SgdnnDataType_t, int> kSize = { { SGDNN_DTYPE_INT8, 1 }, { SGDNN_DTYPE_FP16, 2 }, { SGDNN_DTYPE_FP32, 4 } };

tpu_status_t sgdnnDtypeTableMapFoundInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  for ( int i = 0; i < 2; ++i )
  {
    const SgdnnTensor_t & t = i ? output : input;
    auto it = kSize.find ( t.dtype );
    if ( it == kSize.end ( ) ) continue;
    api.shape[i] = it->second;
  }

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
