// wall: 3
// what: a call that waits is what an if declares, and one in its else
// expect: convert
#include "sgdnn_api.h"
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

tpu_status_t sgdnnWaitBehindDeclarationInHead ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  if ( tpu_status_t rc = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ); rc != SG_SUCCESS ) { return rc; } else if ( tpu_status_t rd = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ); rd != SG_SUCCESS ) { probe ( rc == SG_SUCCESS ); return rd; } else probe ( 3 );
  return SG_SUCCESS;
}
