// wall: 3
// what: a chip's helper does not use its parameter and gives it no name
// expect: convert
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
static int core_num ( void ) { return 1; }
static bool support_bf16 ( SgdnnDataType_t d ) { return d != SGDNN_DTYPE_BF16; }
#else
static int core_num ( void ) { return 8; }
static bool support_bf16 ( SgdnnDataType_t ) { return true; }
#endif

tpu_status_t sgdnnGelu ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  if ( !support_bf16 ( input.dtype ) )
    return SG_FAILURE;
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = core_num();
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_gelu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_gelu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
