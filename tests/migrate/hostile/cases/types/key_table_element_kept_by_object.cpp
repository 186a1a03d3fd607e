// wall: 3
// what: an object keeps a reference to an element of a table by data types
// expect: refused
#include "sgdnn_api.h"
static const int kS [ SGDNN_DTYPE_INT64 + 1 ] = { [ SGDNN_DTYPE_UNKNOWN ] = 0, [ SGDNN_DTYPE_INT8 ] = 1, [ SGDNN_DTYPE_UINT8 ] = 3 };
struct Holder { const int & v; explicit Holder ( const int & x ) : v ( x ) { } };
static const int * where ( const int & x ) { return &x; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

  Holder h ( kS [ input.dtype ] );
  const int * p = where ( kS [ output.dtype ] );
  probe ( 3 );
  api.dim = h.v + *p;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif

  return SG_SUCCESS;
}
