// wall: 3
// what: a field is iterated otherwise where a member function is const
// expect: equal
#include "sgdnn_api.h"

struct Two { int k = 1; int * begin() { ++k; return &k; } int * end() { return &k + 1; } const int * begin() const { return &k; } const int * end() const { return &k + 1; } };
class Acc
{
public:
  Two two;
  int get() const { int s = 0; for ( int x : two ) { s += x; } return s; }
  void fill ( sg_api_one_t & s, const SgdnnTensor_t & t ) { s.other_global_addr = t.addr; }
};

tpu_status_t sgdnnObjectConstantRange ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Acc a;
  a.two.k = mode;
  api.dim = a.get() + a.get();
  a.fill ( api, input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
