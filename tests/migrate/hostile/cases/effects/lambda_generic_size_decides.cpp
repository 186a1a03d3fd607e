// wall: 4
// what: a generic lambda decides by the size of what it is given
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaGenericSizeDecides ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  auto get = [] ( auto a ) { if constexpr ( sizeof ( a ) == 4 ) return 1; else return 2; };
  api.mode = get ( input.dtype ) + get ( mode ) * 10 + get ( 2.0 ) * 100;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
