// wall: 2
// what: table nested
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
struct In { int a; int b[2]; };
struct Row { In a; In b; };
static const Row kT[] = { { { 1, { 2, 3 } }, { 4, { 5, 6 } } } };
tpu_status_t sgdnnTableNested ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kT[0].b.b[1];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
