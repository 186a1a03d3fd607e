// wall: 3
// what: the wider of two data types by their order
// expect: convert
#include "sgdnn_api.h"

static SgdnnDataType_t promote ( SgdnnDataType_t a, SgdnnDataType_t b )
{
  return a > b ? a : b;
}

tpu_status_t sgdnnNumberOrder ( tpu_resource_t resource, SgdnnTensor_t a, const SgdnnTensor_t * b, SgdnnTensor_t out, bool non_blocking )
{
  SGDNN_CHECK ( b->dtype <= SGDNN_DTYPE_BF16 || b->dtype >= SGDNN_DTYPE_INT32 );
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  api.other_global_addr = b->addr;
  api.output_global_addr = out.addr;
  api.dtype = sgdnnTPUKernelDType ( promote ( a.dtype, b[0].dtype ) );
  api.mode = 1 << promote ( a.dtype, out.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_promote", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_promote_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
