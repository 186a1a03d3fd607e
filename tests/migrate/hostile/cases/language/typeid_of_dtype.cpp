// wall: 3
// what: the name of the type of a data type
// expect: either
#include "sgdnn_api.h"

#include <typeinfo>
tpu_status_t sgdnnTypeidOfDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = typeid ( input.dtype ).name ()[0];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_typeid_of_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
