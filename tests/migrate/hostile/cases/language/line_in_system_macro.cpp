// wall: 1
// what: a macro of the system that tells the line
// expect: either
#include "sgdnn_api.h"

#include <assert.h>
tpu_status_t sgdnnLineInSystemMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  assert ( mode != 99 );
  api.dim = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_in_system_macro", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
