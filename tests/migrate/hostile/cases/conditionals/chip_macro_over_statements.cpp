// wall: 1
// what: chip macro over statements
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define PART mode = 4; api.dtype
#else
#define PART mode = 5; api.dim
#endif

tpu_status_t sgdnnChipMacroOverStatements ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.PART = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
