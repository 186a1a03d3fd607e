// wall: 4
// what: the launched struct is named by an alias of the file: the kernel table knows it by its own name
// expect: convert
#include "sgdnn_api.h"

using T = SgdnnTensor_t;
typedef sg_api_one_t api_t;
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  api_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  T u = input; api.other_global_addr = u.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
