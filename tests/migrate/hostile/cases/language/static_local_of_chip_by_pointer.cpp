// wall: 1
// what: a chip's branch changes a variable that lives on, through a pointer
// expect: refused
#include "sgdnn_api.h"

tpu_status_t sgdnnStaticLocalOfChipByPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static int n = 0;
  int * p = &n;
#if defined BACKEND_1684X
  *p = 64;
#else
  *p = 32;
#endif
  api.mode = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
