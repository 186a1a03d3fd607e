// wall: 3
// what: designated initialisers leave out fields
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDesignatedStructSkipped ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  sg_api_one_t more = { .dim = mode, .dtype = 3 };
  more.input_global_addr = input.addr;
  api = more;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_designated_struct_skipped", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
