// wall: 3
// what: a destructor calls a function that a field points to
// expect: refused
#include "sgdnn_api.h"
typedef int ( * hook_t ) ( int );
class Acc
{
public:
  hook_t hook;
  Acc ( hook_t h ) : hook ( h ) {}
  ~Acc() { if ( hook ) { hook ( 3 ); } }
  void fill ( sg_api_one_t & s, const SgdnnTensor_t & t ) { s.other_global_addr = t.addr; }
};

tpu_status_t sgdnnObjectEndsWithCall ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Acc a ( probe );
  a.fill ( api, input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
