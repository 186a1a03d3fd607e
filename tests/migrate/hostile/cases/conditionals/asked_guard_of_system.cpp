// wall: 1
// what: a conditional asks whether a header of the system was included
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnAskedGuardOfSystem ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#ifdef _GLIBCXX_VECTOR
  api.mode = 4;
#else
  api.mode = 6;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
