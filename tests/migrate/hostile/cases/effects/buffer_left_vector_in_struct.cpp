// wall: 3
// what: a helper leaves a buffer with its caller in a vector of a struct
// expect: convert
#include "sgdnn_api.h"
#include <vector>

struct Holder { std::vector<SgdnnTensor_t> ts; };
static void leave ( tpu_resource_t resource, Holder & h, SgdnnTensor_t t ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); t.addr = sgdnnGetDeviceAddr ( m ); h.ts.push_back ( t ); }
tpu_status_t sgdnnLeft ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SgdnnTensor_t t = input;
  Holder h; leave ( resource, h, input ); t = h.ts[0];
  api.buffer_global_addr = t.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
