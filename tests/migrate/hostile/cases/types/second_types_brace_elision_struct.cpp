// wall: 3
// what: second types brace elision struct
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

struct Agg_t
{
  const void *p;
  int n;
};
struct Two_t
{
  Agg_t a;
  int k;
};

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  Two_t t = { &input.dtype, 3, 4 };
  api.mode = *( const unsigned char * ) t.a.p;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
