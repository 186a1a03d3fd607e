// wall: 3
// what: a helper leaves a buffer with its caller in a loop over a vector
// expect: convert
#include "sgdnn_api.h"
#include <vector>

static void leave ( tpu_resource_t resource, std::vector<SgdnnTensor_t> & v ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); for ( auto & t : v ) { t.addr = sgdnnGetDeviceAddr ( m ); } }
tpu_status_t sgdnnLeft ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SgdnnTensor_t t = input;
  std::vector<SgdnnTensor_t> v { input }; leave ( resource, v ); t = v[0];
  api.buffer_global_addr = t.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
