// wall: 3
// what: a parameter of the constructor ends with it, which is counted
// expect: equal
#include "sgdnn_api.h"
#include <memory>
struct Task { int a; int b; Task ( std::shared_ptr < int > p, const SgdnnTensor_t & t ) : a ( *p ), b ( t.dim ) { }
 int get() { return a + b; } };

tpu_status_t sgdnnObjectParameterEnds ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto p = std::make_shared < int > ( mode );
  Task task ( p, input );
  api.mode = task.get() + 100 * ( int ) p.use_count();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_parameter_ends", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_parameter_ends_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
