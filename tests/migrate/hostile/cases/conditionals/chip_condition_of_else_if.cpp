// wall: 1
// what: chip condition of else if
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipConditionOfElseIf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode == 1 ) { api.mode = 3; }
  else if ( mode == 2
#if defined BACKEND_1684X
 || mode == 3
#endif
 ) { api.mode = 4; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
