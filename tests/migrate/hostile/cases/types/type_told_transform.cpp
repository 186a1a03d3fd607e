// wall: 3
// what: type told transform
// expect: either
#include "sgdnn_api.h"
#include <algorithm>

struct Any_t
{
  template <class T> Any_t ( const T & ) {}
};
struct V_t
{
  int operator() ( int n ) const { return n; }
  int operator() ( const Any_t & ) const { return -1; }
};

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  SgdnnDataType_t kinds[2] = { input.dtype, output.dtype };
  int codes[2];
  std::transform ( kinds, kinds + 2, codes, V_t () );
  api.mode = codes[0] + codes[1];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
