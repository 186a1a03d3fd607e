// wall: 4
// what: the attribute that lets a function run at load time is a macro
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#define CTOR __attribute__ (( constructor ))
#include <stdlib.h>
CTOR static void init () { setenv ( "ZZ", "1", 1 ); }
tpu_status_t sgdnnLoadAttributeByMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
