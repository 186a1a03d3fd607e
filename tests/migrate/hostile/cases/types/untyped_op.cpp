// wall: 3
// what: ... to an operator
// expect: either
#include "sgdnn_api.h"
struct Reader { int operator() ( const void * p ) const { return *static_cast<const int *> ( p ); } };

tpu_status_t sgdnnUntypedOp ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  Reader r; api.mode = r ( &input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b5_op", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
