// wall: 3
// what: a member function that answers with a struct, and one that is given another object's field
// expect: convert
#include "sgdnn_api.h"

struct Dims { int n; int c; };
struct Shape
{
  SgdnnTensor_t t;
  int extra;
  Dims dims() const { Dims d; d.n = t.shape[0]; d.c = t.dim + extra; return d; }
  void grow ( int & other ) { other += extra; extra++; }
};

tpu_status_t sgdnnObjectValueMembers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Shape a { input, mode };
  Shape b { output };
  a.grow ( b.extra );
  a.grow ( a.extra );
  const Dims d = a.dims();
  sg_api_one_t api;
  api.input_global_addr = a.t.addr;
  api.output_global_addr = b.t.addr;
  api.dim = d.n + b.dims().c;
  api.mode = d.c;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_value_m", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_value_m_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
