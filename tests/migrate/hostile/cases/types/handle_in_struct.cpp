// wall: 3
// what: the handle is kept in a struct
// expect: either
#include "sgdnn_api.h"

struct Session { tpu_resource_t resource; int count; };
tpu_status_t sgdnnHandleInStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Session session = { resource, mode };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = session.count;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( session.resource, "tpu_kernel_api_session", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
