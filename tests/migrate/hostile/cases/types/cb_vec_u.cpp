// wall: 3
// what: cb_vec_u
// expect: either
#include "sgdnn_api.h"
#include <any>
#include <optional>
#include <variant>
#include <vector>
#include <atomic>
#include <memory>
#include <array>
#include <map>
#include <algorithm>
#include <utility>
#include <functional>
#include <string>
#include <tuple>
#include <set>
#include <numeric>
tpu_status_t sgdnnCbVecU ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  std::vector<uint64_t> v { input.addr, output.addr }; uint64_t m = *std::min_element ( v.begin ( ), v.end ( ) ); api.other_global_addr = m;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cbvecu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cbvecu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
