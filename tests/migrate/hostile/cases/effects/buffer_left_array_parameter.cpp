// wall: 3
// what: a helper leaves a buffer with its caller in an element of an array
// expect: convert
#include "sgdnn_api.h"
#include <vector>

static void leave ( tpu_resource_t resource, SgdnnTensor_t t[2] ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); t[1].addr = sgdnnGetDeviceAddr ( m ); }
tpu_status_t sgdnnLeft ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SgdnnTensor_t t = input;
  SgdnnTensor_t ts[2] = { input, output }; leave ( resource, ts ); t = ts[1];
  api.buffer_global_addr = t.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
