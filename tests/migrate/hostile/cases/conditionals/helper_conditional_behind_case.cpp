// wall: 1
// what: a conditional behind a case label of a helper
// expect: convert
#include "sgdnn_api.h"

static int lanes_of ( int x )
{
  switch ( x )
  {
    case 1:
#if defined BACKEND_1684X
      x += 3;
#else
      x += 5;
#endif
      break;
    case 2:
    {
#if defined BACKEND_1684X
      x += 7;
#endif
      return x;
    }
    default:
      x = 9;
  }
  return x;
}

tpu_status_t sgdnnHelperBehindCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  api.dim = lanes_of ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
