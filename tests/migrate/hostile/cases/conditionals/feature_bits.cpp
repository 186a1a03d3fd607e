// wall: 1
// what: bits of a chip's features, shifted and masked
// expect: either
//- src/chip.h
#if defined BACKEND_1684X
#define CHIP_FEATURES 0x5
#else
#define CHIP_FEATURES 0x6
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "chip.h"

tpu_status_t sgdnnFeatureBits ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if ( CHIP_FEATURES & 2 )
  api.mode = 20;
#endif
#if ( CHIP_FEATURES >> 1 ) ^ 2
  api.dim = 1;
#else
  api.dim = 2;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bits", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
