// wall: 3
// what: supported types as bits of a constant
// expect: convert
#include "sgdnn_api.h"

#define DTYPE_BIT(t) ( 1u << ( t ) )

static const unsigned kFloatMask = DTYPE_BIT ( SGDNN_DTYPE_FP32 ) | DTYPE_BIT ( SGDNN_DTYPE_FP16 ) | DTYPE_BIT ( SGDNN_DTYPE_BF16 );
static const int kBytes[] = { 0, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8 };

static bool oneOf ( SgdnnDataType_t dtype, unsigned mask )
{
  return ( mask >> dtype ) & 1;
}

tpu_status_t sgdnnNumberMask ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( ( DTYPE_BIT ( input.dtype ) & kFloatMask ) != 0 );
  SGDNN_CHECK ( oneOf ( output.dtype, kFloatMask | 1u << SGDNN_DTYPE_INT8 ) );
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = kBytes[( output.dtype )];
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_number_m", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_number_m_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
