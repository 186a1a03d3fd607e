// wall: 3
// what: a field is initialised by an explicit constructor, and = would choose another
// expect: equal
#include "sgdnn_api.h"

struct W { int v; W ( long x ) : v ( ( int ) x + 100 ) {} explicit W ( int x ) : v ( x ) {} };
struct Task { W w; int b; Task ( int d, const SgdnnTensor_t & t ) : w ( d ), b ( t.dim ) {}
 int get() { return w.v + b; } };

tpu_status_t sgdnnObjectFieldExplicit ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Task task ( mode, input );
  api.mode = task.get();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_field_explicit", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_field_explicit_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
