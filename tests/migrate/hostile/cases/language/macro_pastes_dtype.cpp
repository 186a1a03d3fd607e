// wall: 3
// what: a macro joins the name of an enumerator
// expect: either
#include "sgdnn_api.h"

#define KIND(x) SGDNN_DTYPE_ ## x
tpu_status_t sgdnnMacroPastesDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dtype == KIND ( FP16 ) ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_pastes_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
