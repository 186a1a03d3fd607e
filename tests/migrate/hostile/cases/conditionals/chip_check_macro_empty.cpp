// wall: 1
// what: chip check macro empty
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define CHK(c) SGDNN_CHECK ( c )
#else
#define CHK(c)
#endif

tpu_status_t sgdnnChipCheckMacroEmpty ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  CHK ( input.dtype == SGDNN_DTYPE_FP32 );
  api.mode = 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
