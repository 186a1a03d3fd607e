// wall: 1
// what: equal branches declare a variable each, which is used behind them
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnEqualBranchesDeclare ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  int doubled = mode * 2;
#elif defined BACKEND_SG2260
  int doubled = mode * 2;
#endif
  api.mode = doubled;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
