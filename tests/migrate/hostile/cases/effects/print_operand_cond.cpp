// wall: 4
// what: a conversion to bool with an effect in a print
// expect: either
#include "sgdnn_api.h"
struct V { operator bool () const { return probe ( 9 ); } };

tpu_status_t sgdnnPrintOperandCond ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v; printf ( "%s\n", v ? "a" : "b" );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_p4_cond", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
