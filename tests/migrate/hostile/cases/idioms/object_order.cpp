// wall: 3
// what: fields are initialised in the order of the class
// expect: equal
#include "sgdnn_api.h"

struct Task
{
  int a;
  int b = 5;
  sg_api_one_t api;
  Task ( int x, const SgdnnTensor_t & t ) : api(), b ( probe ( x ) ), a ( probe ( x + 1 ) ) { api.input_global_addr = t.addr; api.dim = a * 10 + b; }
  int sum() { return a + b++; }
};

tpu_status_t sgdnnObjectOrder ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Task task ( mode, input );
  task.api.mode = task.sum() + 100 * task.sum();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_order", &task.api, sizeof ( task.api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_order_mc", &task.api, sizeof ( task.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
