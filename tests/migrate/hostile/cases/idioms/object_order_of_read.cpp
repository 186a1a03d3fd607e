// wall: 3
// what: an argument of a constructor changes what another one reads
// expect: refused
#include "sgdnn_api.h"

class Acc
{
public:
  Acc ( int k, int m ) : n ( k * 10 + m ) {}
  int n;
  int get() const { return n; }
  void fill ( sg_api_one_t & s, const SgdnnTensor_t & t ) { s.other_global_addr = t.addr; }
};
static int bump ( int & k ) { return ++k; }


tpu_status_t sgdnnObjectOrderOfRead ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int k = 1;
  Acc a ( bump ( k ), k );
  api.dim = a.get();
  a.fill ( api, input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
