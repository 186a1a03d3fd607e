// wall: 3
// what: a member function gives an address
// expect: either
#include "sgdnn_api.h"

struct Wrapped { SgdnnTensor_t t; unsigned long long where () const { return t.addr; } };
tpu_status_t sgdnnXAddressMemberFunction ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Wrapped wrapped { input };
  api.other_global_addr = wrapped.where ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x_address_member_function", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
