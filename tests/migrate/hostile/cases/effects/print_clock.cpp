// wall: 4
// what: prints of what clock and time answer
// expect: convert
#include "sgdnn_api.h"
#include <time.h>

tpu_status_t sgdnnPrintClock ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  clock_t a = clock ( );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  printf ( "%f %ld\n", ( double ) ( clock ( ) - a ) / CLOCKS_PER_SEC, ( long ) time ( NULL ) );
  return SG_SUCCESS;
}
