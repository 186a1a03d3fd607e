// wall: 4
// what: a for without parts
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnForWithoutParts ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int i = 0;
  for ( ;; ) { if ( i++ > 2 ) break; api.shape[i] = i; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_for_without_parts", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
