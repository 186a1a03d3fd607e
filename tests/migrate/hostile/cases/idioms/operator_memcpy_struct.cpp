// wall: 4
// what: an operator that copies its extents by memcpy
// expect: convert
#include "sgdnn_api.h"

#include <cstring>
struct CommonX { int dim; int shape[8]; };
tpu_status_t sgdnnMemcpyStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  CommonX common;
  common.dim = input.dim;
  memcpy ( common.shape, input.shape, sizeof ( int ) * input.dim );
  memcpy ( api.shape, common.shape, input.dim * sizeof ( int ) );
  api.dim = common.dim;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_memcpy", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_memcpy_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
