// wall: 3
// what: a vector of tensors
// expect: either
#include "sgdnn_api.h"

#include <vector>
tpu_status_t sgdnnDtypeVectorZero ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::vector < SgdnnTensor_t > list ( 2 );
  api.dim = list[1].dtype == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_vector_zero", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
