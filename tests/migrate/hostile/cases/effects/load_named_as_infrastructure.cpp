// wall: 4
// what: the rules say that a variable stays behind
// expect: convert
//- rules.yaml
version: 1
library: {infrastructure: {reg: "registered elsewhere"}}
//- src/case.cpp
#include "sgdnn_api.h"
#include <stdlib.h>
struct Reg { Reg () { setenv ( "ZZ_N", "7", 1 ); } };
static Reg reg;
tpu_status_t sgdnnLoadNamedAsInfrastructure ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
