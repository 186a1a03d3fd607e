// wall: 2
// what: a user-defined literal
// expect: either
#include "sgdnn_api.h"

static constexpr int operator "" _rows ( unsigned long long n ) { return ( int ) n * 7; }
tpu_status_t sgdnnUserLiteralOnNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = 3_rows + mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_user_literal_on_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
