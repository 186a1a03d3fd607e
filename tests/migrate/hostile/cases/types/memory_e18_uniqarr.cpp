// wall: 3
// what: memory e18 uniqarr
// expect: either
#include "sgdnn_api.h"
#include <memory>

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = 5;
  std::unique_ptr<char[]> s ( new char[256] () );
  SgdnnTensor_t * t = reinterpret_cast<SgdnnTensor_t *> ( s.get () );
  SgdnnDataType_t d = t->dtype;
  api.dim = d == SGDNN_DTYPE_FP32 ? 1 : d == SGDNN_DTYPE_FP16 ? 2 : d == input.dtype ? 3 : 4;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
