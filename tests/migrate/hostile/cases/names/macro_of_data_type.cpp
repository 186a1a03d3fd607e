// wall: 2
// what: macros name the data types of a switch
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#define A SGDNN_DTYPE_FP32
#define B SGDNN_DTYPE_FP16
tpu_status_t sgdnnMacroOfDataType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  switch ( input.dtype ) { case A: api.mode = 1; break; case B: api.mode = 2; break; default: api.mode = 3; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
