// wall: 3
// what: a list of macro uses defines the operators
// expect: convert
//- src/ops.def
UNARY ( Relu, relu )
UNARY ( Gelu, gelu )
//- src/case.cpp
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, const char * k, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, k, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, k, &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
#define UNARY( Name, kernel ) tpu_status_t sgdnn##Name ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) { return run ( resource, input, output, mode, "tpu_kernel_api_" #kernel, non_blocking ); }
#include "ops.def"
