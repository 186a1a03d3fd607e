// wall: 3
// what: a function keeps where an element of a table by data types lies
// expect: refused
#include "sgdnn_api.h"
static const int kS [ 3 ] = { [ SGDNN_DTYPE_UNKNOWN ] = 0, [ SGDNN_DTYPE_INT8 ] = 1, [ SGDNN_DTYPE_UINT8 ] = 3 };
static const int * where ( const int & x ) { return &x; }
static int noise ( int n ) { int v [ 64 ]; for ( int i = 0; i < 64; ++i ) v [ i ] = n + i; return v [ n & 63 ]; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

  if ( input.dtype != SGDNN_DTYPE_INT8 && input.dtype != SGDNN_DTYPE_UINT8 ) return SG_FAILURE;
  const int * p = where ( kS [ input.dtype ] );
  api.mode = noise ( 9 );
  api.dim = *p;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif

  return SG_SUCCESS;
}
