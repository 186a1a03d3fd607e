// wall: 4
// what: an operand is no rvalue any more
// expect: convert
#include "sgdnn_api.h"
struct V { int n; explicit V ( int x ) : n ( x ) {} operator int () && { return n % 2; } operator int () const & { return n; } };

tpu_status_t sgdnnCheckFormRvalue ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SGDNN_CHECK ( 1 == V ( mode ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d14_rvalue", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
