// wall: 3
// what: a parameter of a member function is called like a field
// expect: convert
#include "sgdnn_api.h"

struct Task
{
  sg_api_one_t api;
  int mode;
  void set ( const SgdnnTensor_t & t, int mode ) { api.input_global_addr = t.addr; this->mode = mode; api.mode = this->mode + mode; }
};

tpu_status_t sgdnnObjectShadow ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Task task = {};
  task.set ( input, mode );
  task.api.dim = task.mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_shadow", &task.api, sizeof ( task.api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_shadow_mc", &task.api, sizeof ( task.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
