// wall: 3
// what: the size of a memory object
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSizeOfMemory ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = ( int ) sizeof ( tpu_device_mem_t );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_size_of_memory", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
