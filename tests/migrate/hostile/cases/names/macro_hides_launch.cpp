// wall: 2
// what: a macro of the source hides the launch
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#define sgdnnTPUKernelLaunch(r, n, a, s, b) SG_SUCCESS
tpu_status_t sgdnnMacroHidesLaunch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  api.mode=2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
