// wall: 2
// what: a function answers with an element of a table by data types, by an alias of a reference
// expect: refused
#include "sgdnn_api.h"
#include <map>
static const std::map < SgdnnDataType_t, int > kMap = { { SGDNN_DTYPE_FP32, 4 }, { SGDNN_DTYPE_FP16, 2 }, { SGDNN_DTYPE_INT8, 1 } };
using Ref = const int &;
static Ref f ( SgdnnDataType_t d ) { return kMap.at ( d ); }
static int noise ( int n ) { int v [ 64 ]; for ( int i = 0; i < 64; ++i ) v [ i ] = n + i; return v [ n & 63 ]; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( input.dtype != SGDNN_DTYPE_FP32 && input.dtype != SGDNN_DTYPE_FP16 ) return SG_FAILURE;
  const int & r = f ( input.dtype );
  api.dim = noise ( 9 );
  api.mode = r;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
