// wall: 3
// what: second types distance of members array
// expect: either
#include "sgdnn_api.h"
#include <string.h>
#include <vector>
#include <functional>
#include <memory>
#include <algorithm>
#include <optional>
#include <tuple>
#include <map>
#include <utility>

struct W_t
{
  int k;
  SgdnnTensor_t t;
  int n;
};

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  W_t w[2];
  w[0].k = w[1].k = mode;
  w[0].n = w[1].n = mode;
  w[0].t = w[1].t = input;
  api.mode = ( size_t ) &w[1].k - ( size_t ) &w[0].k;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
