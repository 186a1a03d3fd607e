// wall: 1
// what: a header gives each of three chips a number, and the code asks for at least 2
// expect: either
// chips: 3
//- src/chip.h
#if defined BACKEND_1684X
#define CHIP_GEN 1
#elif defined BACKEND_SG2260
#define CHIP_GEN 2
#else
#define CHIP_GEN 3
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "chip.h"

tpu_status_t sgdnnGenerationAtLeast ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if CHIP_GEN >= 2
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_new", &api, sizeof ( api ), non_blocking ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_old", &api, sizeof ( api ) ) );
#endif
  return SG_SUCCESS;
}
