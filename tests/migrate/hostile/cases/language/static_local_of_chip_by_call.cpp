// wall: 1
// what: what a variable that lives on is initialised with depends on the chip
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
tpu_status_t sgdnnStaticLocalOfChipByCall ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static int n = lanes ();
  api.mode = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
