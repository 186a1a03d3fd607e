// wall: 4
// what: a pointer to a member compared with 0 in a check
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckFormMemptr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  int sg_api_one_t::* p = &sg_api_one_t::dim; SGDNN_CHECK ( p != 0 ); api.mode = api.*p;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d7_memptr", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
