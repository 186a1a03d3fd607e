// wall: 3
// what: a union inside a struct of the file holds a data type
// expect: either
#include "sgdnn_api.h"

struct Cell { union { SgdnnDataType_t kind; int number; } u; };
tpu_status_t sgdnnNamedUnionInStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Cell cell;
  cell.u.kind = input.dtype;
  api.dim = cell.u.number;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_named_union_in_struct", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
