// wall: 1
// what: chip local in loop
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipLocalInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int i = 0; i < 2; ++i ) {
#if defined BACKEND_1684X
  const int n = i;
#else
  const int n = 2 * i;
#endif
  api.mode += n;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
