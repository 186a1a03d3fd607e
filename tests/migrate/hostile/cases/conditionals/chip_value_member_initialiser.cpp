// wall: 1
// what: chip value member initialiser
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define CORES 1
#else
#define CORES 8
#endif

tpu_status_t sgdnnChipValueMemberInitialiser ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  struct L { int n = CORES; } l;
  api.mode = l.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
