// wall: 3
// what: a static assertion on the number of an enumerator
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStaticAssertEnumerator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static_assert ( SGDNN_DTYPE_FP32 == 9, "the table below counts on it" );
  api.dim = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_static_assert_enumerator", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
