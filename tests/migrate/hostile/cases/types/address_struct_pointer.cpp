// wall: 3
// what: the kernel's struct is written through a pointer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStructPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t storage;
  sg_api_one_t * api = &storage;
  api->input_global_addr = input.addr;
  api->output_global_addr = output.addr;
  api->mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pointer", api, sizeof ( *api ), non_blocking ) );
  return SG_SUCCESS;
}
