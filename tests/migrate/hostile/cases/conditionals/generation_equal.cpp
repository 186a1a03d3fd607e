// wall: 1
// what: a chip is chosen by the number of its generation
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

tpu_status_t sgdnnGenerationEqual ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if CHIP_GEN == 2
  api.mode = 20;
#else
  api.mode = 10;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_generation", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
