// wall: 3
// what: a vector is indexed by a data type
// expect: either
#include "sgdnn_api.h"

#include <vector>
tpu_status_t sgdnnDtypeInVectorIndex ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::vector < int > table ( 16, 3 );
  api.dim = table[input.dtype];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_in_vector_index", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
