// wall: 1
// what: character constants in a directive
// expect: either
//- src/chip.h
#if defined BACKEND_1684X
#define CHIP_LETTER 'A'
#else
#define CHIP_LETTER 'B'
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "chip.h"

tpu_status_t sgdnnConditionCharacter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if CHIP_LETTER == 'B'
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_character", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
