// wall: 3
// what: memset from one field over the next
// expect: equal
#include "sgdnn_api.h"
#include <cstring>
struct Task { int a; int b; int c; Task ( int x, const SgdnnTensor_t & t ) : a ( x ), b ( t.dim ), c ( 5 ) { }
 int get() { return a * 100 + b * 10 + c; } };

tpu_status_t sgdnnObjectFieldsCleared ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Task task ( mode, input );
  memset ( &task.a, 0, 2 * sizeof ( int ) );
  api.mode = task.get();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fields_cleared", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_fields_cleared_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
