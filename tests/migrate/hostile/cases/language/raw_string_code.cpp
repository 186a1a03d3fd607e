// wall: 2
// what: a raw string that looks like code
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnRawStringCode ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * text = R"x(
#if defined BACKEND_1684X
  return SG_SUCCESS; } // "
)x";
  api.dim = text[1];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_raw_string_code", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
