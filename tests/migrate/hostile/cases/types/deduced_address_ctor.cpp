// wall: 3
// what: ... a template constructor
// expect: convert
#include "sgdnn_api.h"
struct Box { int k; template <class T> Box ( T ) : k ( 1 ) {} Box ( unsigned long long ) : k ( 2 ) {} };

tpu_status_t sgdnnDeducedAddressCtor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; Box b ( a ); api.mode = b.k;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c7_ctor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
