// wall: 3
// what: names table if0 launcher
// expect: either
#include "sgdnn_api.h"

static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#else
  return SG_FAILURE;
#endif
}
static const char * const names[] = { "tpu_kernel_api_a",
#if 0
"tpu_kernel_api_c",
#endif
 "tpu_kernel_api_b" };

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  SGDNN_CHECK ( mode >= 0 && mode < 2 );
  SAFE_CALL ( run ( resource, names[mode], &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
