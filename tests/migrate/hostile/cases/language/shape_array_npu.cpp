// wall: 2
// what: an array sized per chip
// expect: convert
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define NPU_NUM 64
#else
#define NPU_NUM 32
#endif

tpu_status_t sgdnnShapeArrayNpu ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int counts[NPU_NUM];
  for ( int i = 0; i < NPU_NUM; i++ ) counts[i] = i * mode;
  api.mode = counts[NPU_NUM - 1];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
