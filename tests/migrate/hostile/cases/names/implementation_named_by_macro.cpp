// wall: 2
// what: a macro calls a function that is named like the unified form's variable
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static int pimpl ( int x ) { return x + 2; }
#define ASK(x) pimpl ( x )
tpu_status_t sgdnnImplementationNamedByMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = ASK ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
