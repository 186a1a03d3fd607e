// wall: 3
// what: an overload is chosen by the type of an address
// expect: either
#include "sgdnn_api.h"

static int kind_of ( unsigned long long ) { return 1; }
static int kind_of ( const void * ) { return 2; }
tpu_status_t sgdnnOverloadByAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = kind_of ( input.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_overload_by_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
