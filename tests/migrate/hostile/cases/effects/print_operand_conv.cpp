// wall: 4
// what: a conversion with an effect in a print
// expect: either
#include "sgdnn_api.h"
struct V { operator int () const { return probe ( 9 ); } };

tpu_status_t sgdnnPrintOperandConv ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v; printf ( "%d\n", (int) v );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_p3_conv", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
