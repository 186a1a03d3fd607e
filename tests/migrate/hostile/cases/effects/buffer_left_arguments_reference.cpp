// wall: 3
// what: a helper leaves a buffer with its caller in the argument struct, through a reference
// expect: convert
#include "sgdnn_api.h"
#include <vector>

static void leave ( tpu_resource_t resource, sg_api_one_t * api ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); sg_api_one_t & r = *api; r.buffer_global_addr = sgdnnGetDeviceAddr ( m ); }
tpu_status_t sgdnnLeft ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  leave ( resource, &api );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
