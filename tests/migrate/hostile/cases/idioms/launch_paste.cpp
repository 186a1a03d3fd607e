// wall: 2
// what: a launch macro of the source pastes the struct's name
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_1684X
#define RUN(name) \
  do { \
    sg_api_##name##_t api; \
    api.input_global_addr = input.addr; \
    api.output_global_addr = output.addr; \
    api.mode = mode; \
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ) ) ); \
  } while ( 0 )
#else
#define RUN(name) \
  do { \
    sg_api_##name##_t api; \
    api.input_global_addr = input.addr; \
    api.output_global_addr = output.addr; \
    api.mode = mode; \
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_" #name "_multi_core", &api, sizeof ( api ), non_blocking ) ); \
  } while ( 0 )
#endif
tpu_status_t sgdnnLaunchPaste ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  RUN ( one );
  return SG_SUCCESS;
}
