// wall: 3
// what: a field that one chip alone has
// expect: equal
#include "sgdnn_api.h"

struct Task
{
  sg_api_one_t api;
#ifdef BACKEND_SG2260
  int cores;
#endif
  void in ( const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; }
};

tpu_status_t sgdnnObjectPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Task d = {};
  d.in ( input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_per_chip_o", &d.api, sizeof ( d.api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_per_chip_o_mc", &d.api, sizeof ( d.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
