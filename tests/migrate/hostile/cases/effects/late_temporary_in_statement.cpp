// wall: 3
// what: temporary in statement
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnLaunch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

struct Tmp { int n; Tmp ( int n_ = 4 ) : n ( n_ ) { } ~Tmp ( ) { probe ( n ); } };
static int f ( const Tmp & t ) { return t.n; }
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sgdnnLaunch ( resource, input, output, f ( mode ), false );
  return SG_SUCCESS;
}
