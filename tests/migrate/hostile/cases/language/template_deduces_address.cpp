// wall: 3
// what: a template deduces the type of an address
// expect: either
#include "sgdnn_api.h"

template < class T > static T twice ( T x ) { return x + x; }
tpu_status_t sgdnnTemplateDeducesAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = twice ( input.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_template_deduces_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
