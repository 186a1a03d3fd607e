// wall: 3
// what: a pragma that holds for a struct far behind it
// expect: either
#include "sgdnn_api.h"

#pragma pack(1)
static int between ( int n ) { return n; }
struct Loose { char c; int n; };
#pragma pack()
tpu_status_t sgdnnPragmaPackBehind ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Loose loose = { 1, mode };
  api.dim = loose.n + ( int ) sizeof ( loose );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pragma_pack_behind", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
