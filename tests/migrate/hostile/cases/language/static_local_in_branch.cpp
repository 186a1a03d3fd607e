// wall: 1
// what: a table that lives on in a chip's branch only
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnStaticLocalInBranch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  static const int t[2] = { 3, 4 };
  api.mode = t[mode > 0];
#else
  api.mode = 9;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
