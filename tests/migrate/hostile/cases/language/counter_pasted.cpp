// wall: 1
// what: a counter makes a name
// expect: either
#include "sgdnn_api.h"

#define JOIN2(a, b) a ## b
#define JOIN(a, b) JOIN2 ( a, b )
#define UNIQUE(type) type JOIN ( unique_, __COUNTER__ )
tpu_status_t sgdnnCounterPasted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  UNIQUE ( int ) = mode;
  api.dim = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_counter_pasted", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
