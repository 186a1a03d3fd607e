// wall: 3
// what: an operator's parameter points to a struct of the file
// expect: refused
#include "sgdnn_api.h"
struct Own { int a; };
tpu_status_t sgdnnParameterOfOwnStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, const struct Own * v, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.mode = v ? v->a : 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
