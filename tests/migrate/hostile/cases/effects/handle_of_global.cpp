// wall: 4
// what: a helper launches on a handle of the file
// expect: refused
#include "sgdnn_api.h"
static tpu_resource_t kept;
static void run ( sg_api_one_t & api ) { SAFE_CALL ( sgdnnTPUKernelLaunch ( kept, "k", &api, sizeof ( api ), true ) ); }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, tpu_resource_t second, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  kept = second; run ( api );
  return SG_SUCCESS;
}
