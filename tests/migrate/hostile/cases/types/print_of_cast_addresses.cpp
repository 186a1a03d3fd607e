// wall: 3
// what: addresses are cast to integers of several types in a print
// expect: convert
#include "sgdnn_api.h"
#include <cstdint>
#include <cinttypes>
tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  printf ( "%lx %llx %lu %ld\n", ( unsigned long ) input.addr, ( unsigned long long ) input.addr, ( uint64_t ) output.addr, ( long ) output.addr );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
