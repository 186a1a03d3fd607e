// wall: 4
// what: a macro brings the loop whose body waits
// expect: refused
#include "sgdnn_api.h"
#define TWICE for ( int i = 0; i < 2; ++i )
tpu_status_t sgdnnWaitBehindLoopMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  TWICE SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
