// wall: 3
// what: a lambda that launches is called where it is written
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCalledWhereWritten ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  tpu_status_t rc = [&] () -> tpu_status_t
  {
    if ( mode > 3 ) return SG_FAILURE;
    return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false );
  } ();
  if ( rc != SG_SUCCESS ) return rc;
  return SG_SUCCESS;
}
