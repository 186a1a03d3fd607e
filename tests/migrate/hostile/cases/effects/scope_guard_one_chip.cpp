// wall: 4
// what: one chip's branch declares an object whose destructor acts
// expect: either
#include "sgdnn_api.h"

struct Guard { int n; ~Guard () { probe ( n ); } };
tpu_status_t sgdnnGuardOneChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_SG2260
  Guard guard { 2 };
#endif
  probe ( 5 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_guard", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
