// wall: 4
// what: launches that wait in the header of a for
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInForHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  int i = 0;
  for ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_init", &api, sizeof ( api ), false ); i < 2;
        sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_step", &api, sizeof ( api ), false ) )
  {
    probe ( i++ );
  }
  return SG_SUCCESS;
}
