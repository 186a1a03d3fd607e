// wall: 3
// what: data types are printed as numbers
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnRound ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  if ( input.dtype != output.dtype )
  {
    printf ( "dtype mismatch %d vs %d\n", (int) input.dtype, static_cast<int> ( output.dtype ) );
    return SG_FAILURE;
  }
  sg_api_two_t api = { input.addr, output.addr, 0, sgdnnTPUKernelDType ( input.dtype ) };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_round", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_round_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
