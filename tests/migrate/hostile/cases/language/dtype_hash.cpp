// wall: 3
// what: a hash of a data type
// expect: either
#include "sgdnn_api.h"

#include <functional>
tpu_status_t sgdnnDtypeHash ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = ( int ) ( std::hash < int > () ( ( int ) input.dtype ) & 15 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_hash", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
