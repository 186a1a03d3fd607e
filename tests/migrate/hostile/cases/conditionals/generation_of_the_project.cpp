// wall: 1
// what: the number of a chip comes from a definition in a header that only one chip reads
// expect: either
// chips: 3
//- src/chip.h
#ifdef BACKEND_SG2044
#define CHIP_GEN 3
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "chip.h"

tpu_status_t sgdnnGenerationOfTheProject ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if CHIP_GEN > 2
  api.mode = 7;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_generation", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
