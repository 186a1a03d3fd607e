// wall: 1
// what: comments inside a directive, one over two lines
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionComments ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if /* first */ defined /* in
  between */ ( BACKEND_1684X ) // last
  api.mode = 10;
# /* */ else
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_comments", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
