// wall: 3
// what: behind its #undef a macro's name is a function's
// expect: equal
#include "sgdnn_api.h"

#define setAddr(api, tensor) ( api ).output_global_addr = ( tensor ).addr
static void first ( sg_api_one_t & api, const SgdnnTensor_t & t )
{
  setAddr ( api, t );
}
#undef setAddr
static void setAddr ( sg_api_one_t & api, const SgdnnTensor_t & t )
{
  api.other_global_addr = t.addr;
}
#define setAddr(api, tensor) ( api ).input_global_addr = ( tensor ).addr
static void third ( sg_api_one_t & api, const SgdnnTensor_t & t )
{
  setAddr ( api, t );
}
#undef setAddr

tpu_status_t sgdnnThenFunction ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  first ( api, output );
  setAddr ( api, input );
  third ( api, input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_then_f", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_then_f_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
