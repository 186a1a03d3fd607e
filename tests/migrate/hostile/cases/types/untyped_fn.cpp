// wall: 3
// what: the address of a data type is handed to a helper as const void *
// expect: either
#include "sgdnn_api.h"
static int first ( const void * p ) { return *static_cast<const int *> ( p ); }

tpu_status_t sgdnnUntypedFn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = first ( &input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b1_fn", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
