// wall: 3
// what: a helper asks for the type of its argument
// expect: either
#include "sgdnn_api.h"

template < class T > static int asks ( T ) { return 1; }
template <> int asks < unsigned long long > ( unsigned long long ) { return 2; }
tpu_status_t sgdnnTraitHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = asks ( input.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_trait_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
