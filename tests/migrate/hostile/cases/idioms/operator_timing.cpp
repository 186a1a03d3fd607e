// wall: 4
// what: an operator that prints how long it took
// expect: convert
#include "sgdnn_api.h"

#include <chrono>
tpu_status_t sgdnnTiming ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  auto begin = std::chrono::steady_clock::now();
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_timing", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_timing_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  auto end = std::chrono::steady_clock::now();
  if ( mode == 64 ) printf ( "took %ld us\n", (long) std::chrono::duration_cast<std::chrono::microseconds> ( end - begin ).count() );
  return SG_SUCCESS;
}
