// wall: 1
// what: each branch opens a type, and each branch of another conditional closes a block
// expect: either
#include "sgdnn_api.h"

struct S
#ifdef BACKEND_1684X
{ int x;
#else
{ int y;
#endif
  int z; };

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.output_global_addr = output.addr;
  if ( mode == 1 ) {
#ifdef BACKEND_1684X
    api.dim = 4; }
#else
    api.dim = 5; }
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
