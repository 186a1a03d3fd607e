// wall: 3
// what: a destructor runs a conversion of a field
// expect: refused
#include "sgdnn_api.h"

struct Num { int v; operator bool() const { probe ( v ); return v > 0; } };
class Acc
{
public:
  Num n;
  bool on;
  ~Acc() { if ( n ) { on = false; } }
  void fill ( sg_api_one_t & s, const SgdnnTensor_t & t ) { s.other_global_addr = t.addr; }
};

tpu_status_t sgdnnObjectEndsWithConversion ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Acc a;
  a.n.v = 3;
  api.dim = a.n.v;
  a.fill ( api, input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
