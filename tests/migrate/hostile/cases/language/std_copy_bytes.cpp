// wall: 3
// what: an address is copied by std::copy of bytes
// expect: either
#include "sgdnn_api.h"

#include <algorithm>
tpu_status_t sgdnnStdCopyBytes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::copy_n ( ( const char * ) &input.addr, 8, ( char * ) &api.other_global_addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_std_copy_bytes", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
