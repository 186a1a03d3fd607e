// wall: 1
// what: chip lambda
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipLambda ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto check = [&] ( int x ) {
#if defined BACKEND_1684X
    return x > 1;
#else
    return x > 2;
#endif
  };
  api.mode = check ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
