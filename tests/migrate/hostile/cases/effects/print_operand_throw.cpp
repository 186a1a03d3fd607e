// wall: 4
// what: throw in a print
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnPrintOperandThrow ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  printf ( "%d\n", mode > 2 ? mode : throw 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_p6_throw", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
