// wall: 2
// what: a pack pragma stands with its type in the function
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnPragmaPackInsideFunction ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#pragma pack(push, 1)
  struct Odd { char a; int b; long long c; };
#pragma pack(pop)
  api.mode = sizeof ( Odd );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
