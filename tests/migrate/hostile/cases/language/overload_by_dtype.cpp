// wall: 3
// what: an overload is chosen by the type of a data type
// expect: either
#include "sgdnn_api.h"

static int kind_of ( SgdnnDataType_t ) { return 1; }
static int kind_of ( int ) { return 2; }
tpu_status_t sgdnnOverloadByDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = kind_of ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_overload_by_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
