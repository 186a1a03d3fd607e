// wall: 3
// what: a reference's object is hidden by a variable of an inner block
// expect: equal
#include "sgdnn_api.h"

struct Ref
{
  SgdnnTensor_t & t;
  int n;
  Ref ( SgdnnTensor_t & x, int y ) : t ( x ), n ( y ) {}
  unsigned long long at() const { return t.addr; }
  int dim() const { return t.dim + n; }
};

tpu_status_t sgdnnObjectReferenceHidden ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Ref r ( input, mode );
  {
    SgdnnTensor_t input = output;
    api.other_global_addr = r.at() + ( input.dim > 100 );
  }
  api.dim = r.dim();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
