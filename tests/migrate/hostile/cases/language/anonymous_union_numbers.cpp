// wall: 3
// what: an anonymous union of numbers
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAnonymousUnionNumbers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  union { int whole; unsigned char part[4]; };
  whole = mode + 258;
  api.dim = part[0];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_anonymous_union_numbers", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
