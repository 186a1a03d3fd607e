// wall: 2
// what: a table of constant texts of the file
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#include <string.h>
static const char * const kNames[] = { "a", "bc" };
tpu_status_t sgdnnConstantTexts ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = strlen ( kNames[mode > 0] );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
