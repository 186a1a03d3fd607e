// wall: 3
// what: a struct between pragmas
// expect: either
#include "sgdnn_api.h"

#pragma pack(push, 1)
struct Packed { char c; int n; };
#pragma pack(pop)
tpu_status_t sgdnnPragmaPackStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Packed packed = { 1, mode };
  api.dim = packed.n + ( int ) sizeof ( packed );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pragma_pack_struct", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
