// wall: 1
// what: a conditional around a macro includes a header
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"

#ifdef INT_MAX
#include "h.h"
#else
#define WIDTH 9
#endif

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.output_global_addr = output.addr;
  api.dim = WIDTH;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/h.h
#define WIDTH 4
