// wall: 4
// what: a helper is given another handle and allocates
// expect: refused
#include "sgdnn_api.h"
static tpu_device_mem_t reserve ( tpu_resource_t resource ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); return m; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, tpu_resource_t second, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  tpu_device_mem_t m = reserve ( second ); api.output_global_addr = sgdnnGetDeviceAddr ( m );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
