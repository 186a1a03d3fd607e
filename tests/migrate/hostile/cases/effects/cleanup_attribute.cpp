// wall: 4
// what: a variable with a function that runs at its end
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static void done ( int * x ) { *x = 9; }
tpu_status_t sgdnnCleanupAttribute ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int out = 0;
  { int x __attribute__ (( cleanup ( done ) )) = mode; out = x; }
  api.mode = out;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
