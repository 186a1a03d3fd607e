// wall: 2
// what: a local constant has the name that a macro means
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static const int kA = 7;
#define USE ( kA + 1 )
tpu_status_t sgdnnConstantOfMacroShadowed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const int kA = 3;
  api.mode = USE;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
