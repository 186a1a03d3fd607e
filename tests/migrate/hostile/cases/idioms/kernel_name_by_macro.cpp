// wall: 4
// what: the name of a kernel is a macro
// expect: convert
#include "sgdnn_api.h"
#define KERNEL "tpu_kernel_api_kernel_name_by_macro"
tpu_status_t sgdnnKernelNameByMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, KERNEL, &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
