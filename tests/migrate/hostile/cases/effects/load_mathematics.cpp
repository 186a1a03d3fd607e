// wall: 4
// what: constants that functions of the mathematical library give
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#include <cmath>
static const float kPi = std::acos ( -1.f );
static const double kLog = log ( 2.0 );
tpu_status_t sgdnnLoadMathematics ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
