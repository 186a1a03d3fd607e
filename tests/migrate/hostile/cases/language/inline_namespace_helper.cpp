// wall: 2
// what: a helper in an inline namespace
// expect: convert
#include "sgdnn_api.h"

namespace detail { inline namespace v1 { static int extent_of ( int n ) { return n * 5; } } }
tpu_status_t sgdnnInlineNamespaceHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = detail::extent_of ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_inline_namespace_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
