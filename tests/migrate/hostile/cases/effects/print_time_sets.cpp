// wall: 4
// what: time is given a place that it sets, in a print
// expect: equal
#include "sgdnn_api.h"
#include <time.h>

tpu_status_t sgdnnPrintTimeSets ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  time_t t;
  printf ( "%ld\n", ( long ) time ( &t ) );
  api.shape[0] = t > 5;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
