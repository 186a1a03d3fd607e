// wall: 3
// what: an operator's parameter is of a class of the standard library
// expect: refused
#include "sgdnn_api.h"
#include <complex>
tpu_status_t sgdnnParameterOfStandardClass ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, std::complex < float > v, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.mode = v.real ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
