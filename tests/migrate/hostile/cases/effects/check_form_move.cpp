// wall: 4
// what: an operand is copied that was moved or made in place
// expect: convert
#include "sgdnn_api.h"
struct V { int n; explicit V ( int x ) : n ( x ) {} V ( const V & o ) : n ( o.n ) { probe ( 500 ); } bool operator== ( V o ) const { return n == o.n; } };

tpu_status_t sgdnnCheckFormMove ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SGDNN_CHECK ( V ( mode ) == V ( 2 ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d13_move", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
