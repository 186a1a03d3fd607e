// wall: 2
// what: a static_assert names an operator
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
 
extern "C" tpu_status_t sgdnnAssertedSizeOfOperator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) 
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
static_assert ( sizeof ( &sgdnnAssertedSizeOfOperator ) == 8, "x" );
