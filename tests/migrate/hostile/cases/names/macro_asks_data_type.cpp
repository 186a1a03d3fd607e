// wall: 2
// what: a macro with parameters asks a data type
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#define OR(x,y) ( ( x ).dtype == SGDNN_DTYPE_FP32 ? ( y ) : 0 )
tpu_status_t sgdnnMacroAsksDataType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = OR ( input, mode + 1 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
