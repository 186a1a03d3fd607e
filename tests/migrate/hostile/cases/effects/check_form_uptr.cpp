// wall: 4
// what: a smart pointer compared with NULL in a check
// expect: convert
#include <memory>
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckFormUptr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  std::unique_ptr<int> p ( new int ( mode ) ); SGDNN_CHECK ( p != NULL ); api.mode = *p;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d5_uptr", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
