// wall: 1
// what: chip status macro
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define ST SG_SUCCESS
#else
#define ST SG_FAILURE
#endif

tpu_status_t sgdnnChipStatusMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode == 3 ) return ST;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
