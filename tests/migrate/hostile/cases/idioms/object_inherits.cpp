// wall: 3
// what: a class with a base
// expect: equal
#include "sgdnn_api.h"

struct Base { sg_api_one_t api; void in ( const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; } };
struct Derived : Base { void out ( const SgdnnTensor_t & t ) { api.output_global_addr = t.addr; } };

tpu_status_t sgdnnObjectInherits ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Derived d = {};
  d.in ( input );
  d.out ( output );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_inherits", &d.api, sizeof ( d.api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_inherits_mc", &d.api, sizeof ( d.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
