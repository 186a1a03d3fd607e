// wall: 3
// what: a map from data types
// expect: either
#include "sgdnn_api.h"

#include <map>
tpu_status_t sgdnnDtypeInMap ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static const std::map < SgdnnDataType_t, int > table = { { SGDNN_DTYPE_FP32, 4 }, { SGDNN_DTYPE_FP16, 2 } };
  auto found = table.find ( input.dtype );
  api.dim = found == table.end () ? 0 : found->second;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_in_map", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
