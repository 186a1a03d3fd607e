// wall: 4
// what: an operator that is not const: NOT COMPILING
// expect: convert
#include "sgdnn_api.h"
struct V { int n; bool operator== ( int k ) { return n % 2 == k; } };

tpu_status_t sgdnnCheckFormNonconst ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v { mode }; SGDNN_CHECK ( v == 1 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d8_nonconst", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
