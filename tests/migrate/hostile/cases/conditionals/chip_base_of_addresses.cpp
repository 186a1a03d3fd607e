// wall: 1
// what: chip base of addresses
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define BASE 0x100000000UL
#else
#define BASE 0x200000000UL
#endif

tpu_status_t sgdnnChipBaseOfAddresses ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.input_global_addr = input.addr - BASE;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
