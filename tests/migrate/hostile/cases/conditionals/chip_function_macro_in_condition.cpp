// wall: 1
// what: chip function macro in condition
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define LEN(t) ( (t).dim )
#else
#define LEN(t) ( (t).dim + 1 )
#endif

tpu_status_t sgdnnChipFunctionMacroInCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( LEN ( input ) > 2 ) api.mode = 4;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
