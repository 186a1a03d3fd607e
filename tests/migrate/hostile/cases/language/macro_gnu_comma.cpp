// wall: 2
// what: a macro that swallows its comma
// expect: either
#include "sgdnn_api.h"

#define MORE(x...) , ##x
static int pick ( int a, int b ) { return a * b; }
tpu_status_t sgdnnMacroGnuComma ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = pick ( 3 MORE ( mode ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_gnu_comma", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
