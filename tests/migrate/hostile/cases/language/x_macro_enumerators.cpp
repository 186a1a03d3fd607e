// wall: 3
// what: enumerators and texts of one list, with the definition among the enumerators
// expect: convert
#include "sgdnn_api.h"

#define POOL_MODES(X) X ( MAX ) X ( AVG ) X ( LP )

enum PoolMode
{
#define MAKE(name) POOL_##name,
  POOL_MODES ( MAKE )
#undef MAKE
  POOL_COUNT
};

static int poolLength ( int mode )
{
  const char * text = "?";
  switch ( mode )
  {
#define CASE(name) case POOL_##name: text = #name; break;
    POOL_MODES ( CASE )
#undef CASE
    default: break;
  }
  return text[0] == 'A' ? 7 : text[0];
}

tpu_status_t sgdnnPoolX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode < 0 || mode >= POOL_COUNT )
  {
    return SG_FAILURE;
  }
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = poolLength ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pool_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pool_x_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
