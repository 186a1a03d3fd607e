// wall: 3
// what: two objects whose fields would have the same variable
// expect: equal
#include "sgdnn_api.h"

class Acc
{
public:
  int b_c = 1;
  int c = 2;
  void put ( int v ) { b_c = v; c = v + 1; }
  int get() const { return b_c * 10 + c; }
  unsigned long long at ( const SgdnnTensor_t & t ) const { return t.addr; }
};

tpu_status_t sgdnnObjectNamesMeet ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Acc a;
  a.put ( mode );
  for ( int i = 0; i < 2; ++i ) {
    Acc a_b;
    a_b.put ( 3 );
    a.put ( mode + i );
    api.mode += a_b.get() * 100;
  }
  api.dim = a.get();
  api.other_global_addr = a.at ( input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
