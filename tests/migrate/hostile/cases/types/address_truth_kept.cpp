// wall: 3
// what: whether addresses are there is kept in variables
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnAddressTruthKept ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const bool has = input.addr, no = !output.addr;
  api.mode = has + no;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
