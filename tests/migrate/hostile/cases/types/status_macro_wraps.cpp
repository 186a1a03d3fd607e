// wall: 3
// what: a macro of the file wraps launches and returns
// expect: either
#include "sgdnn_api.h"

#define RETURN_IF(x) do { tpu_status_t s_ = ( x ); if ( s_ != SG_SUCCESS ) return s_; } while ( 0 )
tpu_status_t sgdnnStatusMacroWraps ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  RETURN_IF ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wraps", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
