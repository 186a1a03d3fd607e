// wall: 2
// what: table mutable member
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
struct Row { mutable int a; };
static const Row kT[] = { { 1 }, { 3 } };
tpu_status_t sgdnnTableMutableMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kT[0].a++;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
