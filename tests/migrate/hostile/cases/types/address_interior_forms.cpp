// wall: 3
// what: a tensor's address is another one's with offsets of several types, before and behind it
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnInteriorForms ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t a = input, b = output;
  unsigned int few = 8, more = 24;
  a.addr = input.addr + few - more;
  b.addr = mode * 4 + few + output.addr + sgdnnTensorBytes ( &input ) / 2;
  SgdnnTensor_t * p = &a;
  p->addr = ( *p ).addr + ( few - more ) - 8;
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  api.output_global_addr = b.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_interior", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
