// wall: 3
// what: one template parameter for both
// expect: convert
#include "sgdnn_api.h"
template <class T> static void put ( T & d, T s ) { d = s; }

tpu_status_t sgdnnDeducedAddressTmpl ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; put ( api.buffer_global_addr, a );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c5_tmpl", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
