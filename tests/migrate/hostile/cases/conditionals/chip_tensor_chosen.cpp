// wall: 1
// what: chip tensor chosen
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipTensorChosen ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t t =
#if defined BACKEND_1684X
 input
#else
 output
#endif
 ;
  api.input_global_addr = t.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
