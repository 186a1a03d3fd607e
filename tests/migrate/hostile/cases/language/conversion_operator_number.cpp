// wall: 2
// what: a conversion operator of a local type
// expect: either
#include "sgdnn_api.h"

struct Count { int n; operator int () const { return n * 2; } };
tpu_status_t sgdnnConversionOperatorNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Count count = { mode };
  api.dim = count + 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_conversion_operator_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
