// wall: 3
// what: a data type goes to a string stream
// expect: either
#include "sgdnn_api.h"

#include <sstream>
tpu_status_t sgdnnDtypeStream ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::ostringstream text;
  text << input.dtype;
  api.dim = text.str ()[0];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_stream", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
