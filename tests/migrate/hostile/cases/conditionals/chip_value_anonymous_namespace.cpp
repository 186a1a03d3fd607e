// wall: 1
// what: chip value anonymous namespace
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
namespace {
#if defined BACKEND_1684X
static const int kCores = 1;
#else
static const int kCores = 8;
#endif
}

tpu_status_t sgdnnChipValueAnonymousNamespace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kCores;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
