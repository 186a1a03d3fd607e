// wall: 1
// what: a conditional operator in a directive
// expect: either
//- src/chip.h
#if defined BACKEND_1684X
#define CHIP_GEN 1
#else
#define CHIP_GEN 2
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "chip.h"

tpu_status_t sgdnnConditionTernary ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if ( CHIP_GEN == 1 ? 1 : 0 )
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ternary", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
