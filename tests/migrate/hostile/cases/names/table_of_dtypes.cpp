// wall: 2
// what: table of dtypes
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
struct Row { SgdnnDataType_t a; int b; };
static const Row kT[] = { { SGDNN_DTYPE_FP32, 2 }, { SGDNN_DTYPE_FP16, 3 } };
tpu_status_t sgdnnTableOfDtypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int i = 0; i < 2; ++i ) if ( kT[i].a == input.dtype ) api.mode = kT[i].b;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
