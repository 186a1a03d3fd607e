// wall: 3
// what: absent own struct aa02
// expect: convert
#include "sgdnn_api.h"

struct P { unsigned long long in_addr, bias_addr; int m; };
static P collect ( const SgdnnTensor_t & a, const SgdnnTensor_t & b, int m ) { P p; p.in_addr = a.addr; p.bias_addr = b.addr; p.m = m; return p; }
static void fill ( const P & p, sg_api_one_t & api ) { api.mode = p.bias_addr ? p.m : 77; }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = 5;
  P p = collect ( input, bias, mode );
  fill ( p, api );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
