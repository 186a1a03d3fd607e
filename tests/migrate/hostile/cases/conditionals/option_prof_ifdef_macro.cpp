// wall: 1
// what: what only an option brings, and nobody knows what it is
// expect: convert
#include "sgdnn_api.h"
#ifdef SGDNN_PROFILE
#include <sys/time.h>
#define PROF_BEGIN( name ) struct timeval name##_b, name##_e; gettimeofday ( &name##_b, NULL )
#define PROF_END( name ) gettimeofday ( &name##_e, NULL ); printf ( #name " %ld\n", name##_e.tv_usec - name##_b.tv_usec )
#else
#define PROF_BEGIN( name )
#define PROF_END( name )
#endif
tpu_status_t sgdnnMish ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  PROF_BEGIN ( mish );
  SGDNN_CHECK ( input.dtype == output.dtype );
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = 0;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_mish", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_mish_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  PROF_END ( mish );
  return SG_SUCCESS;
}
