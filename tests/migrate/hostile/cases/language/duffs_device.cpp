// wall: 4
// what: labels inside a loop
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDuffsDevice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = mode & 3, i = 0;
  switch ( n )
  {
    case 0: do { api.shape[i] = i; ++i;
    case 3:      api.shape[i] = 3; ++i;
    case 2:      api.shape[i] = 2; ++i;
    case 1:      api.shape[i] = 1; ++i;
            } while ( i < 3 );
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_duffs_device", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
