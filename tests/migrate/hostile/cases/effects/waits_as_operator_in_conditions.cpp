// wall: 3
// what: an operator that waits is asked in conditions, and its status kept
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnInner ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_inner", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_inner_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitsAsOperatorInConditions ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_status_t s = SG_SUCCESS;
  if ( mode == 2 ) if ( ( s = sgdnnInner ( resource, input, output, false ) ) == SG_SUCCESS ) probe ( 1 ); else probe ( 2 );
  if ( SG_SUCCESS == ( s = sgdnnInner ( resource, output, input, false ) ) ) probe ( 3 ); else if ( s == SG_FAILURE ) return s; else { probe ( 4 ); }
  if ( SG_SUCCESS != sgdnnInner ( resource, output, output, false ) && mode > 2 ) { probe ( 6 ); }
  return s;
}
