// wall: 1
// what: a macro whose macro tells the line
// expect: either
#include "sgdnn_api.h"

#define INNER() __LINE__
#define OUTER(x) ( x + INNER () )
tpu_status_t sgdnnLineByMacroOfMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = OUTER ( 1 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_by_macro_of_macro", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
