// wall: 3
// what: a status as const void *
// expect: either
#include "sgdnn_api.h"
static int first ( const void * p ) { return *static_cast<const int *> ( p ); }

tpu_status_t sgdnnUntypedStatus ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  tpu_status_t s = mode > 3 ? SG_FAILURE : SG_SUCCESS; api.mode = first ( &s );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b12_status", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
