// wall: 2
// what: a macro names a type, in a struct of the source too
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#define DT SgdnnDataType_t
struct P { DT t; int n; };
tpu_status_t sgdnnMacroOfType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  P p { input.dtype, 3 };
  api.mode = p.t == output.dtype ? p.n : 0;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
