// wall: 1
// what: chip value name local
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define CORES 1
#else
#define CORES 8
#endif

tpu_status_t sgdnnChipValueNameLocal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int cores = 4;
  api.mode = CORES + cores;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
