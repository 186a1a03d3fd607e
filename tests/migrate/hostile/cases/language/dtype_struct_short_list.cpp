// wall: 3
// what: a struct of the file with a data type and a short list
// expect: either
#include "sgdnn_api.h"

struct Pair { int n; SgdnnDataType_t kind; };
tpu_status_t sgdnnDtypeStructShortList ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Pair pair = { mode };
  api.dim = pair.kind == SGDNN_DTYPE_UNKNOWN ? pair.n : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_struct_short_list", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
