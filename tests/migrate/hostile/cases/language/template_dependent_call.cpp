// wall: 2
// what: a template calls an overload found by its argument
// expect: either
#include "sgdnn_api.h"

struct Wide { int n; };
static int extent ( const Wide & w ) { return w.n * 3; }
template < class T > static int measured ( const T & t ) { return extent ( t ); }
tpu_status_t sgdnnTemplateDependentCall ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Wide w = { mode };
  api.dim = measured ( w );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_template_dependent_call", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
