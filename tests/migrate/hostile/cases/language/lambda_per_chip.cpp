// wall: 2
// what: a lambda is another one on each chip
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto cores = [] {
#if defined BACKEND_1684X
    return 1;
#else
    return 8;
#endif
  };
  api.mode = cores ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
