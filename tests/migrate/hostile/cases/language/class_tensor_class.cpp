// wall: 2
// what: a class over a tensor
// expect: convert
#include "sgdnn_api.h"
class Shape {
public:
  explicit Shape ( const SgdnnTensor_t &t ) : t_ ( t ) {}
  int elements () const { int n = 1; for ( int i = 0; i < t_.dim; i++ ) n *= t_.shape[i]; return n; }
private:
  const SgdnnTensor_t &t_;
};
tpu_status_t sgdnnClassTensorClass ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.mode += Shape ( input ).elements ();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
