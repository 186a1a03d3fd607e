// wall: 2
// what: a pragma that changes no layout
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#pragma GCC visibility push(hidden)
static int two () { return 2; }
#pragma GCC visibility pop
tpu_status_t sgdnnPragmaOfAnotherKind ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = two ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
