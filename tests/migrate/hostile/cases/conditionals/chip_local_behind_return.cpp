// wall: 1
// what: chip local behind return
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipLocalBehindReturn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  if ( mode ) return SG_FAILURE;
  int n = 1;
#else
  int n = 8;
#endif
  api.mode = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
