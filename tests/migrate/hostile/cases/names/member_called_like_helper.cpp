// wall: 2
// what: a member function has the name of a provided helper
// expect: either
#include "sgdnn_api.h"

struct Shape
{
  int size;
  int sgdnnDataSize ( int x ) const { return size * x; }
};
tpu_status_t sgdnnMemberCalledLikeHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Shape shape = { 3 };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = shape.sgdnnDataSize ( mode );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_member", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_member_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
