// wall: 4
// what: an object of a class that touches nothing else
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
struct Timer { long t; Timer () : t ( 5 ) { t += 2; } };
static Timer timer;
tpu_status_t sgdnnLoadClass ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
