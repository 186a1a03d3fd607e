// wall: 1
// what: the dimension of an array is a macro defined by the source before it includes the header
// expect: either
//- src/args.h
#ifndef MAX_DIMS
#define MAX_DIMS 8
#endif
typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[MAX_DIMS];
  int mode;
} sg_api_own_t;
//- project.yaml
library: {arguments: [src/args.h]}
//- src/a.cpp
#define MAX_DIMS 4
#include "args.h"
#include "sgdnn_api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.shape[0] = 1;
  api.mode = mode;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
