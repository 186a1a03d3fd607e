// wall: 3
// what: whether a data type is signed
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnTraitOfDtypeSigned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = ( SgdnnDataType_t ) -1 < ( SgdnnDataType_t ) 0 ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_trait_of_dtype_signed", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
