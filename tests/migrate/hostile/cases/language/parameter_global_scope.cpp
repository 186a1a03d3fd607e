// wall: 2
// what: a parameter whose type is named with ::
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#include <cstddef>
tpu_status_t sgdnnParameterGlobalScope ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, ::size_t mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
api.mode = (int) mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
