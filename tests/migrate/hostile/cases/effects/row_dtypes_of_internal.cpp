// wall: 4
// what: the checks of an internal function are passed by some calls of its operator only
// expect: either
//- project.yaml
library: {headers: [src/api.h]}
//- src/api.h
#include "sgdnn_api.h"
tpu_status_t sgdnnInnerTypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking );
//- src/case.cpp
#include "api.h"

static tpu_status_t _sgdnnInnerTypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnInnerTypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode == 2 ) return SG_SUCCESS;
  return _sgdnnInnerTypes ( resource, input, output, mode, non_blocking );
}
