// wall: 4
// what: an overloaded operator with an effect in a print
// expect: either
#include "sgdnn_api.h"
struct V { int operator* () const { return probe ( 9 ); } };

tpu_status_t sgdnnPrintOperandOp ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v; printf ( "%d\n", *v );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_p2_op", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
