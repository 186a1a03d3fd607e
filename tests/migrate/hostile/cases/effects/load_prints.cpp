// wall: 4
// what: a constant's initialiser prints
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#include <iostream>
static const bool m = ( std::cout << "x", true );
tpu_status_t sgdnnLoadPrints ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
