// wall: 3
// what: elements of a table by data types are given to functions that keep nothing
// expect: convert
#include "sgdnn_api.h"
static const int kS [ 3 ] = { [ SGDNN_DTYPE_UNKNOWN ] = 0, [ SGDNN_DTYPE_INT8 ] = 1, [ SGDNN_DTYPE_UINT8 ] = 3 };
static int twice ( const SgdnnTensor_t & t, int n ) { return t.dim + 2 * n; }
#include <algorithm>
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

  if ( input.dtype != SGDNN_DTYPE_INT8 && input.dtype != SGDNN_DTYPE_UINT8 ) return SG_FAILURE;
  api.mode = twice ( input, kS [ input.dtype ] );
  api.dim = std::max ( kS [ input.dtype ], 1 ) + std::max < int > ( kS [ input.dtype ], 2 );
  SGDNN_CHECK ( kS [ input.dtype ] > 0 );
  api.shape [ 0 ] = ( int ) ( kS [ input.dtype ] ) + int ( kS [ input.dtype ] );
  int n ( kS [ input.dtype ] );
  api.shape [ 1 ] = n;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif

  return SG_SUCCESS;
}
