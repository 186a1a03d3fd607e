// wall: 2
// what: a macro declares the argument struct
// expect: either
#include "sgdnn_api.h"

#define DECLARE(name) sg_api_two_t name
tpu_status_t sgdnnMacroDeclares ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  DECLARE ( two );
  two.transposed = mode;
  api.dim = two.transposed;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_declares", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
