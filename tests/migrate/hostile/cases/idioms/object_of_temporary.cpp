// wall: 3
// what: an object is made of a temporary whose destructor runs at once
// expect: refused
#include "sgdnn_api.h"

struct Tick { int k; ~Tick() { probe ( k ); } };
class Acc
{
public:
  Acc ( const Tick & t ) : n ( t.k ) {}
  int n;
  int get() const { return n; }
  void fill ( sg_api_one_t & s, const SgdnnTensor_t & t ) { s.other_global_addr = t.addr; }
};

tpu_status_t sgdnnObjectOfTemporary ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Acc a ( Tick{ 3 } );
  probe ( 8 );
  api.dim = a.get();
  a.fill ( api, input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
