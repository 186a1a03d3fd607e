// wall: 3
// what: ce_cls1
// expect: convert
#include "sgdnn_api.h"
class Shape {
public:
  explicit Shape ( const SgdnnTensor_t & t ) : dim ( t.dim ) { for ( int i = 0; i < dim; ++i ) n *= t.shape[i]; }
  int size ( ) const { return n; }
private:
  int dim; int n = 1;
};
tpu_status_t sgdnnCeCls1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = Shape ( input ).size ( );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cecls1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cecls1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
