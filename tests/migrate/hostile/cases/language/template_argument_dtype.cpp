// wall: 3
// what: a template is instantiated with an enumerator's number
// expect: either
#include "sgdnn_api.h"

template < int N > static int bytes_of () { return N * 2; }
tpu_status_t sgdnnTemplateArgumentDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = bytes_of < SGDNN_DTYPE_FP16 > ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_template_argument_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
