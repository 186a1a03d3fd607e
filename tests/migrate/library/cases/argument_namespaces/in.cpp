#include "arguments.h"
namespace acme
{
using namespace kernels;

tpu_status_t sgdnnBare ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  args_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = lanes ( input.dim ) > kLanes ? WIDE : PLAIN;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bare", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bare", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnHalf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  kernels::args_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kernels::WIDE;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_half", &api, sizeof ( kernels::args_t ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_half", &api, sizeof ( kernels::args_t ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
} // namespace acme

tpu_status_t acme_unused ();

tpu_status_t sgdnnWhole ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  ::acme::kernels::args_t api = { };
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = acme::kernels::lanes ( 2 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_whole", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_whole", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
