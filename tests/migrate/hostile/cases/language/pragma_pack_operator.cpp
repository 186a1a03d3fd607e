// wall: 2
// what: the pack pragma is an operator
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
_Pragma("pack(1)")
struct Odd { char a; int b; long long c; };
_Pragma("pack()")
tpu_status_t sgdnnPragmaPackOperator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = sizeof ( Odd );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
