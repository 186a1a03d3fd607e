// wall: 4
// what: a helper launches on its second handle
// expect: refused
#include "sgdnn_api.h"
static void run ( tpu_resource_t resource, tpu_resource_t second, sg_api_one_t & api ) { SAFE_CALL ( sgdnnTPUKernelLaunch ( second, "k", &api, sizeof ( api ), true ) ); }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, tpu_resource_t second, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  run ( resource, second, api );
  return SG_SUCCESS;
}
