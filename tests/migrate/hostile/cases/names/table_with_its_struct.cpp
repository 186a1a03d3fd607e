// wall: 2
// what: table with its struct
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static const struct Row { int a; int b; } kT[] = { { 1, 2 }, { 3, 4 } };
tpu_status_t sgdnnTableWithItsStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kT[mode & 1].a;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
