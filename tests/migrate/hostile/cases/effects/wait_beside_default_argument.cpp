// wall: 3
// what: an argument by default has an effect, which may come before the call that waits
// expect: equal
#include "sgdnn_api.h"
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>
static tpu_status_t later ( tpu_status_t s, int n = probe ( 5 ) ) { return s; }

tpu_status_t sgdnnWaitBesideDefaultArgument ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  tpu_status_t rc = later ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return rc;
  return SG_SUCCESS;
}
