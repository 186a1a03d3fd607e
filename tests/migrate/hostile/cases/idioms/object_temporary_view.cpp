// wall: 3
// what: the constructor gets a view of a temporary
// expect: equal
#include "sgdnn_api.h"
#include <string>
#include <string_view>
struct Task { int a; int b; Task ( std::string_view s, const SgdnnTensor_t & t ) : a ( ( int ) s.size() ), b ( t.dim ) { b += s[3]; }
 int get() { return a + b; } };

tpu_status_t sgdnnObjectTemporaryView ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Task task ( std::string ( 70, 'x' ), input );
  api.mode = task.get();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_temporary_view", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_temporary_view_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
