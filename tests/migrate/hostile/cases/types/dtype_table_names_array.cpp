// wall: 3
// what: kernels' names in an array
// expect: convert
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>

static const char * const kNames[] = { [SGDNN_DTYPE_UNKNOWN] = "k_x", [SGDNN_DTYPE_INT8] = "k_i8", [SGDNN_DTYPE_UINT8] = "k_u8" };

tpu_status_t sgdnnDtypeTableNamesArray ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_INT8 || input.dtype == SGDNN_DTYPE_UINT8 );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, kNames[input.dtype], &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, kNames[input.dtype], &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
