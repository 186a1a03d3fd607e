// wall: 2
// what: a macro writes whole operators
// expect: either
#include "sgdnn_api.h"

#define UNARY(name, kernel) tpu_status_t sgdnn##name ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) { \
  sg_api_one_t api; api.input_global_addr = input.addr; api.output_global_addr = output.addr; \
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, kernel, &api, sizeof ( api ), non_blocking ) ); \
  return SG_SUCCESS; }
UNARY ( WholeA, "tpu_kernel_api_a" )
UNARY ( WholeB, "tpu_kernel_api_b" )
tpu_status_t sgdnnBesideWhole ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_beside", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_beside_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
