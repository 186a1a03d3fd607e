// wall: 1
// what: chip value null pointer
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define ZERO 0
#else
#define ZERO 0
#endif

tpu_status_t sgdnnChipValueNullPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  void * p = ZERO;
  api.mode = p != nullptr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
