// wall: 3
// what: second status own operator not check
// expect: either
#include "sgdnn_api.h"

static inline bool operator! ( const tpu_status_t &a )
{
  return ( int ) a == 2;
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  SGDNN_CHECK ( !sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( output.addr, 64 ), 0, sgdnnMemFromDevice ( input.addr, 64 ), 0, 64 ) );
#if defined BACKEND_1684X
  if ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) )
  {
    return SG_FAILURE;
  }
#elif defined BACKEND_SG2260
  if ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) )
  {
    return SG_FAILURE;
  }
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
