// wall: 3
// what: a field has another operator where a member function is const
// expect: equal
#include "sgdnn_api.h"

struct Two { int k = 1; int operator[] ( int i ) { return ++k + i; } int operator[] ( int i ) const { return k * i; } };
class Acc
{
public:
  Two two;
  int get() const { return two[3]; }
  void fill ( sg_api_one_t & s, const SgdnnTensor_t & t ) { s.other_global_addr = t.addr; }
};

tpu_status_t sgdnnObjectConstantOperator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
