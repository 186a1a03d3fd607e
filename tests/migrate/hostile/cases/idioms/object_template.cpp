// wall: 3
// what: a class template
// expect: equal
#include "sgdnn_api.h"

template <class A> struct Wrap { A api; void in ( const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; } };

tpu_status_t sgdnnObjectTemplate ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Wrap<sg_api_one_t> d = {};
  d.in ( input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_template_w", &d.api, sizeof ( d.api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_template_w_mc", &d.api, sizeof ( d.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
