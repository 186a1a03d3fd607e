// wall: 4
// what: an operator with modes of its own, a switch with a block, and a helper that fills the extents
// expect: convert
#include "sgdnn_api.h"

typedef enum { REDUCE_SUM_X = 0, REDUCE_MEAN_X, REDUCE_MAX_X } ReduceMode_t;
static void fill_shape ( sg_api_one_t * api, const SgdnnTensor_t * t )
{
  api->dim = t->dim;
  for ( int i = 0; i < t->dim; ++i )
  {
    api->shape[i] = t->shape[i];
  }
}
tpu_status_t sgdnnReduceX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int start, int end, int mode, bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 || input.dtype == SGDNN_DTYPE_FP16 || input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( start >= 0 && start < end );
  SGDNN_CHECK ( mode == REDUCE_SUM_X || mode == REDUCE_MEAN_X || mode == REDUCE_MAX_X );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  fill_shape ( &api, &input );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  switch ( mode )
  {
    case REDUCE_SUM_X:
      api.mode = 0;
      api.value = 1.f;
      break;
    case REDUCE_MEAN_X:
    {
      int count = 1;
      for ( int i = start; i < end && i < input.dim; ++i ) count *= input.shape[i];
      api.mode = 0;
      api.value = 1.f / count;
      break;
    }
    default:
      api.mode = 2;
      api.value = 0;
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_reduce", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_reduce_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
