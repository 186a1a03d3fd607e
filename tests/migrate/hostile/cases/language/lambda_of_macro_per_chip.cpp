// wall: 2
// what: a lambda uses a macro that is another one on each chip
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define LANES 64
#else
#define LANES 32
#endif
tpu_status_t sgdnnLambdaOfMacroPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto f = [] ( int x ) { return ( x + LANES - 1 ) / LANES; };
  api.mode = f ( mode + 100 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
