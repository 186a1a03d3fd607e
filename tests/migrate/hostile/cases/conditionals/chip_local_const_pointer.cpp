// wall: 1
// what: chip local const pointer
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipLocalConstPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  const int * const p = &mode;
#else
  const int * const p = nullptr;
#endif
  api.mode = p ? *p : 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
