// wall: 1
// what: macros that are a statement, a type and an expression on each chip, used in a branch of each
// expect: convert
#include "sgdnn_api.h"

#ifdef BACKEND_1684X
#define SET(x) api.mode = ( x )
#define TYPE short
#define ROUND(x) ( ( ( x ) + 63 ) / 64 )
#else
#define SET(x) api.mode = ( x ) + 1; api.dim = 3
#define TYPE int
#define ROUND(x) ( ( ( x ) + 31 ) / 32 )
#endif
tpu_status_t sgdnnOwnCode ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SET ( mode );
  TYPE v = (TYPE) ( mode * 40000 );
  if ( mode > 1 )
    SET ( ROUND ( mode * 100 ) );
#else
  TYPE v = (TYPE) ( mode * 30000 );
  if ( mode > 1 )
  {
    SET ( ROUND ( mode * 1000 ) );
  }
#endif
  api.shape[0] = v;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own_code", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_own_code_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
