// wall: 2
// what: a macro of the source hides a function that a rule names
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#define sgdnnDataSize(x) 7
tpu_status_t sgdnnMacroHidesHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = sgdnnDataSize ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
