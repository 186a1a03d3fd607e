// wall: 3
// what: a table of the function
// expect: convert
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>



tpu_status_t sgdnnDtypeTableLocal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  static const int sizes[] = { [SGDNN_DTYPE_UNKNOWN] = 0, [SGDNN_DTYPE_INT8] = 1, [SGDNN_DTYPE_UINT8] = -1 };
  if ( input.dtype == SGDNN_DTYPE_INT8 || input.dtype == SGDNN_DTYPE_UINT8 )
    api.mode = sizes[input.dtype];

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
