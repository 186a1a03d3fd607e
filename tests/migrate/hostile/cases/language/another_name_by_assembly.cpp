// wall: 2
// what: assembly gives an operator another name
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
 
extern "C" tpu_status_t sgdnnAnotherNameByAssembly ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) 
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
asm ( ".globl zz_other\n.set zz_other, sgdnnAnotherNameByAssembly" );
