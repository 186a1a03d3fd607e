// wall: 3
// what: a call that waits stands in the step of a for, whose variable hides another one
// expect: convert
#include "sgdnn_api.h"
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

tpu_status_t sgdnnWaitInForStep ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  int i = 50;
  tpu_status_t rc = SG_SUCCESS;
  for ( int i = 0; i < mode && rc == SG_SUCCESS; rc = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ), ++i ) { int rc2 = i; probe ( rc2 ); }
  probe ( i );
  return SG_SUCCESS;
}
