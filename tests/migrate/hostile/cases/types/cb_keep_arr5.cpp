// wall: 3
// what: cb_keep_arr5
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
static int count ( const unsigned long long * a, int n ) { int c = 0; for ( int i = 0; i < n; ++i ) if ( a[i] ) ++c; return c; }
tpu_status_t sgdnnCbKeepArr5 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  unsigned long long a[2] = { input.addr, output.addr }; api.dim = count ( a, 2 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cbkeeparr5", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cbkeeparr5_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
