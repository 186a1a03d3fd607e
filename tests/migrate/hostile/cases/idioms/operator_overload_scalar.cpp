// wall: 4
// what: an operator whose other side is a tensor or a number, by overloads
// expect: convert
#include "sgdnn_api.h"

static void set_other ( sg_api_one_t & api, const SgdnnTensor_t & t ) { api.other_global_addr = t.addr; api.mode = 0; }
static void set_other ( sg_api_one_t & api, float v ) { api.other_global_addr = 0; api.value = v; api.mode = 1; }
tpu_status_t sgdnnAddX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, float value, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  if ( other.addr ) set_other ( api, other ); else set_other ( api, value );
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_add", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_add_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
