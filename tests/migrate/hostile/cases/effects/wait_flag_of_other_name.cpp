// wall: 4
// what: a local variable, a member and a global variable are called like the flag for not waiting
// expect: refused
#include "sgdnn_api.h"

static bool non_blocking = false;
struct Options { bool non_blocking; };
tpu_status_t sgdnnWaitLocal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode )
{
  bool non_blocking = false;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_local", &api, sizeof ( api ), non_blocking ) );
  probe ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitGlobal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_global", &api, sizeof ( api ), non_blocking ) );
  probe ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitShadowed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  {
    bool non_blocking = false;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_shadowed", &api, sizeof ( api ), non_blocking ) );
  }
  probe ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Options options = { false };
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_member", &api, sizeof ( api ), options.non_blocking ) );
  probe ( 1 );
  return SG_SUCCESS;
}
