// wall: 4
// what: the address is read out of a memory object that is a member of a local structure
// chips: 1
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferMemberChainOfMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  typedef struct
  {
    tpu_device_mem_t memory;
    SgdnnTensor_t tensor;
  } Work_t;
  Work_t work;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &work.memory, 64 ) );
  work.tensor = input;
  work.tensor.addr = work.memory.u.device.device_addr;
sg_api_one_t api;
api.input_global_addr = work.tensor.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_chain_of_member", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource, work.memory );
  return SG_SUCCESS;
}
