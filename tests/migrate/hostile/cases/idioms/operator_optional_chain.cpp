// wall: 4
// what: an operator whose optional tensors need each other
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalChain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t weight, SgdnnTensor_t bias, SgdnnTensor_t output, bool non_blocking )
{
  if ( bias.addr && !weight.addr )
  {
    printf ( "a bias needs a weight\n" );
    return SG_FAILURE;
  }
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.other_global_addr = weight.addr;
  api.buffer_global_addr = bias.addr ? bias.addr : weight.addr;
  api.mode = ( weight.addr != 0 ) + 2 * ( bias.addr != 0 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_optchain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_optchain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
