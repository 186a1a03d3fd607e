// wall: 2
// what: the tree's own helper has the name of a provided one and does something else
// expect: either
#include "sgdnn_api.h"

static inline int sgdnnContiguousStride ( const int * shape, int dim, int * stride )
{
  for ( int i = 0, elements = 1; i < dim; ++i )
  {
    stride[i] = elements;
    elements *= shape[i];
  }
  return dim;
}

tpu_status_t sgdnnProvidedHelperDiffers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  sgdnnContiguousStride ( input.shape, input.dim, api.shape );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_stride", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_stride_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
