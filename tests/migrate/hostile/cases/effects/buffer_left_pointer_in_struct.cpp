// wall: 3
// what: a helper leaves a buffer with its caller through a pointer in a struct
// expect: convert
#include "sgdnn_api.h"
#include <vector>

struct Holder { SgdnnTensor_t * t; };
static void leave ( tpu_resource_t resource, SgdnnTensor_t * t ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); Holder h; h.t = t; h.t->addr = sgdnnGetDeviceAddr ( m ); }
tpu_status_t sgdnnLeft ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SgdnnTensor_t t = input;
  leave ( resource, &t );
  api.buffer_global_addr = t.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
