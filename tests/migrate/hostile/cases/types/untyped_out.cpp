// wall: 3
// what: a helper writes a data type through void *
// expect: either
#include "sgdnn_api.h"
static void put ( void * p, int n ) { *(int *) p = n; }

tpu_status_t sgdnnUntypedOut ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SgdnnDataType_t d; put ( &d, 5 ); api.mode = d == SGDNN_DTYPE_FP16;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b13_out", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
