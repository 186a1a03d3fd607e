// wall: 1
// what: the launch function's name is a macro with another value per chip
// expect: either
#include "sgdnn_api.h"

#if defined BACKEND_1684X
#define LAUNCH sgdnnTPUKernelLaunch
#define KERNEL "tpu_kernel_api_old"
#else
#define LAUNCH sgdnnTPUKernelLaunchMultiCore
#define KERNEL "tpu_kernel_api_new"
#endif
tpu_status_t sgdnnDefinedPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( LAUNCH ( resource, KERNEL, &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
