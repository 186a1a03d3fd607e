// wall: 3
// what: tensors from calloc
// expect: either
#include "sgdnn_api.h"

#include <stdlib.h>
tpu_status_t sgdnnDtypeCalloc ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t * list = ( SgdnnTensor_t * ) calloc ( 2, sizeof ( SgdnnTensor_t ) );
  api.dim = list[1].dtype == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
  free ( list );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_calloc", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
