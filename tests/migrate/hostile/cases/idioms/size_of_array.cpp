// wall: 4
// what: an array of structs is launched
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSizeOfArray ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  sg_api_one_t all[2] = { api, api };
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_size_of_array", all, sizeof ( all ), non_blocking ) );
  return SG_SUCCESS;
}
