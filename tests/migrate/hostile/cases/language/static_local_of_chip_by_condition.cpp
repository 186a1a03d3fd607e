// wall: 1
// what: a condition that depends on the chip decides what a variable that lives on gets
// expect: refused
#include "sgdnn_api.h"
static int lanes ()
{
#if defined BACKEND_1684X
  return 64;
#else
  return 32;
#endif
}
tpu_status_t sgdnnStaticLocalOfChipByCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static int n = 0;
  if ( lanes () > 40 ) n = 1; else n = 2;
  api.mode = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
