// wall: 4
// what: an internal function that differs per chip and launches nothing checks a data type for some calls
// expect: either
//- project.yaml
library: {headers: [src/api.h]}
//- src/api.h
#include "sgdnn_api.h"
tpu_status_t sgdnnChoiceTypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking );
//- src/case.cpp
#include "api.h"

static tpu_status_t _sgdnnChoiceTypes ( tpu_resource_t resource, SgdnnTensor_t input, int * lanes )
{
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
#if defined BACKEND_1684X
  *lanes = 32;
#else
  *lanes = 64;
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnChoiceTypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  if ( mode == 2 ) SAFE_CALL ( _sgdnnChoiceTypes ( resource, input, &api.dim ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
