// wall: 3
// what: a pointer to one field goes on to those behind it
// expect: equal
#include "sgdnn_api.h"

struct Task { int a; int b; int c; Task ( int x, const SgdnnTensor_t & t ) : a ( x ), b ( t.dim ), c ( 5 ) { }
 int get() { const int * v = &a; return v[0] + v[1] * 10 + v[2] * 100; } };

tpu_status_t sgdnnObjectFieldsWalked ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Task task ( mode, input );
  api.mode = task.get();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fields_walked", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_fields_walked_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
