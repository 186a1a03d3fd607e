// wall: 2
// what: a deduction guide chooses the template's argument
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
template < typename T > struct Box { int n; Box ( T ) : n ( sizeof ( T ) ) {} };
Box ( char ) -> Box < double >;
tpu_status_t sgdnnDeductionGuide ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Box b ( 'c' );
  api.mode = b.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
