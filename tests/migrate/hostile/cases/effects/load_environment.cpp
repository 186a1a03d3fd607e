// wall: 4
// what: variables from the environment that no function uses
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#include <stdlib.h>
#include <string.h>
static const char * debug = getenv ( "DEBUG" );
static bool on = getenv ( "X" ) != nullptr && atoi ( getenv ( "X" ) ) > 0;
tpu_status_t sgdnnLoadEnvironment ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
