// wall: 4
// what: an atomic local
// expect: either
#include "sgdnn_api.h"

#include <atomic>
tpu_status_t sgdnnAtomicCounter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::atomic < int > n { mode };
  n.fetch_add ( 2 );
  api.dim = n.load ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_atomic_counter", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
