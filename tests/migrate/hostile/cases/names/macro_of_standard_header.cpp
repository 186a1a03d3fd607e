// wall: 2
// what: a macro that comes along expands one that a header of the standard library defines too
// expect: refused
#include "sgdnn_api.h"
#define NAME_MAX 7
#define LIMIT ( NAME_MAX + 1 )
tpu_status_t sgdnnMacroOfStandardHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = LIMIT;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
