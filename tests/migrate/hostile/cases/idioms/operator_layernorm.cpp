// wall: 4
// what: an operator with an optional affine part, extents in a loop and a helper that counts rows
// expect: convert
#include "sgdnn_api.h"

#include <cmath>
static int rows_of ( const SgdnnTensor_t & t, int axis )
{
  int rows = 1;
  for ( int i = 0; i < axis; ++i ) rows *= t.shape[i];
  return rows;
}
tpu_status_t sgdnnLayerNormX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t weight, SgdnnTensor_t output, int axis, float eps, bool non_blocking )
{
  SGDNN_CHECK ( input.dim > 0 && input.dtype == output.dtype );
  if ( axis < 0 ) axis += input.dim;
  SGDNN_CHECK ( axis >= 0 && axis < input.dim );
  const bool affine = weight.addr != 0;
  if ( affine )
  {
    SGDNN_CHECK ( weight.dim == input.dim - axis );
    for ( int i = 0; i < weight.dim; ++i ) SGDNN_CHECK ( weight.shape[i] == input.shape[axis + i] );
  }
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.other_global_addr = affine ? weight.addr : 0;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = affine ? 1 : 0;
  api.value = std::sqrt ( eps * rows_of ( input, axis ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_layernorm", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_layernorm_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
