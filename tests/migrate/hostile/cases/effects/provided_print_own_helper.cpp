// wall: 3
// what: min_print_own_helper
// expect: either
// flags: -std=c++17
#include "sgdnn_api.h"
static int code ( SgdnnDataType_t d ) { return sgdnnTPUKernelDType ( d ) >> 1; }
tpu_status_t sgdnnPrintOwn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  printf ( "%d\n", code ( output.dtype ) );
  sg_api_two_t api = {};
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
