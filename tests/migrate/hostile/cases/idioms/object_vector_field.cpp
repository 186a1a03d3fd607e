// wall: 3
// what: a field that is a vector of a given length
// expect: convert
#include "sgdnn_api.h"
#include <vector>
struct Task { std::vector < int > v; sg_api_one_t own; Task ( int n, const SgdnnTensor_t & t ) : v ( n + 2 ), own() { v[1] = t.dim; }
 int sum() const { int s = 0; for ( int x : v ) { s += x + 1; } return s; } };

tpu_status_t sgdnnObjectVectorField ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Task task ( mode > 0 ? mode : 1, input );
  api.mode = task.sum();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_o_vector", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_o_vector_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
