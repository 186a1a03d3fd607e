// wall: 2
// what: helpers that are given the handle and call something else of theirs handle, on one chip only too
// expect: convert
#include "sgdnn_api.h"

static unsigned long long put ( SgdnnTensor_t t, int n )
{
#ifdef BACKEND_1684X
  int handle = n * 2;
  return t.addr + handle;
#else
  return t.addr + n;
#endif
}
static int lanes ( int handle )
{
#ifdef BACKEND_1684X
  return handle * 2;
#else
  return handle + 64;
#endif
}
static tpu_status_t run ( tpu_resource_t r, const SgdnnTensor_t & input, int handle, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = put ( input, lanes ( handle ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( r, "tpu_kernel_api_two", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( r, "tpu_kernel_api_two_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = put ( input, mode );
  api.mode = lanes ( mode );
  SAFE_CALL ( run ( resource, input, mode, non_blocking ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
