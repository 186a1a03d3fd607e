// wall: 4
// what: labels as values
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLabelsAsValues ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  void * where[] = { &&one, &&two };
  goto *where[mode & 1];
one:
  api.dim = 1;
two:
  api.mode = 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_labels_as_values", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
