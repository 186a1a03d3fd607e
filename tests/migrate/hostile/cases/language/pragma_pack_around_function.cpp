// wall: 2
// what: a pack pragma stands around a function that declares a type
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#pragma pack(push, 1)
static int size ()
{
  struct Odd { char a; int b; };
  return sizeof ( Odd );
}
#pragma pack(pop)
tpu_status_t sgdnnPragmaPackAroundFunction ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = size ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
