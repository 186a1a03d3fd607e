// wall: 1
// what: the pack pragma stands in the source around the include
// expect: either
//- src/args.h
typedef struct
{
  char kind;
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int mode;
} sg_api_own_t;
//- project.yaml
library: {arguments: [src/args.h]}
//- src/a.cpp
#include "sgdnn_api.h"
#pragma pack(push, 1)
#include "args.h"
#pragma pack(pop)
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.kind = 1;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
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
