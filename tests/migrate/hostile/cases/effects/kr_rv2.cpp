// wall: 3
// what: kr_rv2
// expect: either
#include "sgdnn_api.h"
#include <utility>
#include <functional>
#include <tuple>
#include <algorithm>
#include <vector>
#include <map>
#if defined BACKEND_1684X
static const int K = 5;
#else
static const int K = 6;
#endif
static void clobber ( int n ) { volatile int v[64]; for ( int i = 0; i < 64; ++i ) v[i] = n; }
tpu_status_t sgdnnKrRv2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  decltype(auto) p = ( K ); clobber ( 77 ); api.dim = p;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_krrv2", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_krrv2_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
