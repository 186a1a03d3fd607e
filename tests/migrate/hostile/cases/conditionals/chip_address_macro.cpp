// wall: 1
// what: chip address macro
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define ADDR(t) ( (t).addr )
#else
#define ADDR(t) ( (t).addr + 8 )
#endif

tpu_status_t sgdnnChipAddressMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.input_global_addr = ADDR ( input );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
