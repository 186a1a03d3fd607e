// wall: 4
// what: the wait stands behind the destructor of a temporary of the launch
// expect: either
#include "sgdnn_api.h"
struct G { sg_api_one_t * a; explicit G ( sg_api_one_t * x ) : a ( x ) {} ~G () { probe ( 2 ); } };

tpu_status_t sgdnnWaitBeforeTemp ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_w1", G ( &api ).a, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
