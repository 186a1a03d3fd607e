// wall: 3
// what: a buffer stays in local tensors, vectors and structs beside what the caller has
// expect: convert
#include "sgdnn_api.h"
#include <vector>

tpu_status_t sgdnnStays ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct Work { tpu_device_mem_t mem; SgdnnTensor_t tensor; } work;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &work.mem, 64 ) );
  work.tensor = input;
  work.tensor.addr = sgdnnGetDeviceAddr ( work.mem );
  std::vector<SgdnnTensor_t> list;
  list.push_back ( work.tensor );
  list.push_back ( output );
  SgdnnTensor_t & first = list[0];
  api.buffer_global_addr = first.addr;
  api.dim = list[1].dim;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
  sgdnnFreeDevice ( resource, work.mem );
  return SG_SUCCESS;
}
