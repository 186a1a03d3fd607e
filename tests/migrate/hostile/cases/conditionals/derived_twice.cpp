// wall: 1
// what: a macro of a macro of the chip's
// expect: either
#include "sgdnn_api.h"

#if defined BACKEND_SG2260
#define CORES 8
#else
#define CORES 1
#endif
#define MANY ( CORES > 1 )

tpu_status_t sgdnnDerivedTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if MANY
  api.mode = CORES;
#else
  api.mode = 100;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_derived", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
