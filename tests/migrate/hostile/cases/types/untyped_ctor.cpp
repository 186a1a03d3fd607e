// wall: 3
// what: ... to a constructor
// expect: either
#include "sgdnn_api.h"
struct View { int n; View ( const void * p ) : n ( *static_cast<const int *> ( p ) ) {} };

tpu_status_t sgdnnUntypedCtor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  View v ( &input.dtype ); api.mode = v.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b2_ctor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
