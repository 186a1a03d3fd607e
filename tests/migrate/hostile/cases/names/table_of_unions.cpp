// wall: 2
// what: table of unions
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
union Row { int a; float b; };
static const Row kT[] = { { 1 }, { 3 } };
tpu_status_t sgdnnTableOfUnions ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kT[mode & 1].a;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
