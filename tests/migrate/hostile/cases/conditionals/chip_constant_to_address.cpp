// wall: 1
// what: chip constant to address
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
static const unsigned long long kBase = 0x1000;
#else
static const unsigned long long kBase = 0x2000;
#endif

tpu_status_t sgdnnChipConstantToAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.input_global_addr = input.addr + kBase;
  api.mode = (int) kBase;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
