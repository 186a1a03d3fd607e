// wall: 4
// what: a kernel name that two macros make
// expect: convert
#include "sgdnn_api.h"
#define P "tpu_kernel_api_"
#define Q P "zz"
tpu_status_t sgdnnKernelNameByMacros2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, Q, &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
