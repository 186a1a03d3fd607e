// wall: 2
// what: a conditional asks about a macro that only headers of the output define
// expect: refused
#include "sgdnn_api.h"

tpu_status_t sgdnnMacroOfStandardHeaderAsked ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#ifdef INT_MAX
  api.mode = 5;
#else
  api.mode = 6;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
