// wall: 2
// what: an object that is called
// expect: either
#include "sgdnn_api.h"

struct Scale { int by; int operator () ( int x ) const { return x * by; } };
tpu_status_t sgdnnOperatorCall ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Scale scale = { 3 };
  api.dim = scale ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_operator_call", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
