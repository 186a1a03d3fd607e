// wall: 1
// what: chip argument
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static int pick ( int a, int b ) { return a * 10 + b; }
tpu_status_t sgdnnChipArgument ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = pick ( mode,
#if defined BACKEND_1684X
  1
#else
  2
#endif
  );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
