// wall: 3
// what: ... a comma operator, with the address itself
// expect: convert
#include "sgdnn_api.h"
struct Seq { int v = 0; template <class T> Seq & operator, ( T ) { v = 1; return *this; } Seq & operator, ( unsigned long long ) { v = 2; return *this; } };

tpu_status_t sgdnnDeducedAddressComma ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  Seq q; q, input.addr; api.mode = q.v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c8_comma", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
