// wall: 3
// what: a destructor writes what a field points to
// expect: equal
#include "sgdnn_api.h"

class Acc
{
public:
  sg_api_one_t * p;
  int dim;
  Acc ( sg_api_one_t * q ) : p ( q ), dim ( 3 ) {}
  ~Acc() { p->dim = dim; }
  void fill ( sg_api_one_t & s, const SgdnnTensor_t & t ) { s.other_global_addr = t.addr; }
};
static int put ( sg_api_one_t * s, const SgdnnTensor_t & t ) { Acc a ( s ); s->mode = 4; return s->mode; }


tpu_status_t sgdnnObjectEndsWithWrite ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  put ( &api, input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
