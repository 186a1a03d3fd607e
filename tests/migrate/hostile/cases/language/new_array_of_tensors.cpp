// wall: 3
// what: tensors on the heap
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnNewArrayOfTensors ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t * list = new SgdnnTensor_t[2];
  list[0] = input;
  list[1] = output;
  api.other_global_addr = list[mode & 1].addr;
  delete [] list;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_new_array_of_tensors", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
