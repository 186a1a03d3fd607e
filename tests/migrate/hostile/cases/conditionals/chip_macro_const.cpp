// wall: 1
// what: chip macro const
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define KW const
#else
#define KW
#endif

tpu_status_t sgdnnChipMacroConst ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  KW int x = mode;
  api.mode = x;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
