// wall: 3
// what: a helper says whether an address is there
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static inline bool there ( const SgdnnTensor_t * t ) { return t->addr; }
tpu_status_t sgdnnAddressTruthReturned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = there ( &input ) ? 1 : 0;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
