// wall: 3
// what: the buffer of an owner is copied to another variable and freed by hand
// expect: equal
#include "sgdnn_api.h"

struct Room
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  ~Room() { sgdnnFreeDevice ( resource, mem ); }
  void use ( tpu_device_mem_t m ) { mem = m; }
};

tpu_status_t sgdnnObjectTaken ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Room room { resource };
  room.use ( sgdnnMemFromDevice ( output.addr, 64 ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( room.mem );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_taken_o", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_taken_o_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
