// wall: 2
// what: calls of internal templates with template arguments, which are given the handle
// expect: convert
#include "sgdnn_api.h"

template <typename A, int N> static void set ( A & a, const SgdnnTensor_t & x, const SgdnnTensor_t & y )
{
  a.input_global_addr = x.addr;
  a.output_global_addr = y.addr + N;
}
template <class T> static T lanes ( T x )
{
#ifdef BACKEND_1684X
  return x * 2;
#else
  return x + 64;
#endif
}
template <class T> struct Box { T v; };
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  set<sg_api_one_t, ( 3 > 2 ? 8 : 4 )> ( api, input, output );
  api.mode = lanes<int> ( mode ) + lanes ( 3 );
  api.dim = ( int ) lanes<unsigned long> ( lanes<long> ( 4 ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
