// wall: 2
// what: only macros name a constant of the file
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static const int kA = 7;
#define ONE kA
#define USE ( ONE + 1 )
tpu_status_t sgdnnConstantNamedByMacros ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = USE;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
