// wall: 1
// what: what only an option brings, and nobody knows what it is
// expect: convert
#include "sgdnn_api.h"
#ifdef SGDNN_PROFILE
#define PROF_BEGIN( n ) long n##_begin = clock_us ()
#define PROF_END( n ) printf ( #n " %ld\n", clock_us () - n##_begin )
#else
#define PROF_BEGIN( n )
#define PROF_END( n )
#endif
tpu_status_t sgdnnRj ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  PROF_BEGIN ( rj );
  sg_api_two_t api = { input.addr, output.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_rj", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_rj_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  PROF_END ( rj );
  return SG_SUCCESS;
}
