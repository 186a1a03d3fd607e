// wall: 2
// what: a template with a default argument
// expect: either
#include "sgdnn_api.h"

template < class T = int, int N = 3 > static T scaled ( T x ) { return x * N; }
tpu_status_t sgdnnTemplateDefaultArgument ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = scaled ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_template_default_argument", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
