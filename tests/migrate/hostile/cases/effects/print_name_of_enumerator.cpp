// wall: 3
// what: a helper that says what an enumerator of the source is called, in a print
// expect: convert
#include "sgdnn_api.h"

enum PoolMode { POOL_MAX, POOL_AVG, POOL_COUNT };

static const char * poolName ( int mode )
{
  switch ( mode )
  {
    case POOL_MAX: return "max";
    case POOL_AVG: return "avg";
    default: return "?";
  }
}

tpu_status_t sgdnnPoolName ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode < 0 || mode >= POOL_COUNT )
  {
    printf ( "pool mode %s (%d) unknown\n", poolName ( mode ), mode );
    return SG_FAILURE;
  }
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pool_n", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pool_n_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
