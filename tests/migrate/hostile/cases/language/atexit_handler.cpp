// wall: 4
// what: a handler for the end of the process
// expect: either
#include "sgdnn_api.h"

#include <stdlib.h>
static void at_end () {}
tpu_status_t sgdnnAtexitHandler ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static bool done = false;
  if ( !done ) { done = true; atexit ( at_end ); }
  api.dim = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_atexit_handler", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
