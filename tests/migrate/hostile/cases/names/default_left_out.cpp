// wall: 2
// what: a call leaves out the flag for not waiting, whose default is to wait
// expect: either
//- src/public.h
#include "sgdnn_api.h"
tpu_status_t sgdnnInnerDefault ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking = false );
tpu_status_t sgdnnDefaultLeftOut ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking = true );
//- project.yaml
library: {headers: [src/public.h]}
//- src/case.cpp
#include "public.h"
tpu_status_t sgdnnInnerDefault ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_inner", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_inner_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnDefaultLeftOut ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SAFE_CALL ( sgdnnInnerDefault ( resource, output, mode ) );
  probe ( 1 );
  return SG_SUCCESS;
}
