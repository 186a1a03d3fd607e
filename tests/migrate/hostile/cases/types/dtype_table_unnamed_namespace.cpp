// wall: 3
// what: a table in an unnamed namespace
// expect: convert
#include <map>
#include "sgdnn_api.h"

namespace { static const int kSize[16] = { [SGDNN_DTYPE_UNKNOWN] = 9, [SGDNN_DTYPE_INT8] = 3 }; }
tpu_status_t sgdnnDtypeTableUnnamedNamespace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = kSize[input.dtype];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ak2anon", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_ak2anon", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
