// wall: 3
// what: designated initialisers of an argument struct
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDesignatedStructArguments ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  sg_api_one_t more = { .input_global_addr = input.addr, .output_global_addr = output.addr, .dim = mode };
  api = more;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_designated_struct_arguments", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
