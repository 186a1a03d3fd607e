// wall: 1
// what: a constant of a header has another value on each chip
// expect: either
//- src/lanes.h
#if defined BACKEND_SG2260
#define LANES 64
#else
#define LANES 32
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "lanes.h"

tpu_status_t sgdnnValuePerChipHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = LANES;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_lanes", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_lanes_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
