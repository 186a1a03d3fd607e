// wall: 3
// what: a template is chosen instead of the overload for unsigned long long
// expect: convert
#include "sgdnn_api.h"
struct Out { int v = 0; template <class T> Out & operator<< ( T ) { v = 1; return *this; } Out & operator<< ( unsigned long long ) { v = 2; return *this; } };

tpu_status_t sgdnnDeducedAddressOverload ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; Out o; o << a; api.mode = o.v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c6_overload", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
