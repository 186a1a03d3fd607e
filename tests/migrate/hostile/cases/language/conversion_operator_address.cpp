// wall: 3
// what: a conversion operator gives a tensor's address
// expect: either
#include "sgdnn_api.h"

struct View { SgdnnTensor_t t; operator unsigned long long () const { return t.addr; } };
tpu_status_t sgdnnConversionOperatorAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  View view = { input };
  api.other_global_addr = view;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_conversion_operator_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
