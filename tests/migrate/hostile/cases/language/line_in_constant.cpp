// wall: 1
// what: a constant of the file that holds its line
// expect: either
#include "sgdnn_api.h"

enum { HERE = __LINE__ };
tpu_status_t sgdnnLineInConstant ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = HERE;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_in_constant", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
