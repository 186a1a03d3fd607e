// wall: 3
// what: the first element of an ordered set of data types
// expect: either
#include "sgdnn_api.h"

#include <set>
tpu_status_t sgdnnDtypeMapOrder ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::set < SgdnnDataType_t > kinds = { input.dtype, output.dtype, SGDNN_DTYPE_INT32 };
  api.dim = *kinds.begin () == SGDNN_DTYPE_INT32 ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_map_order", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
