// wall: 2
// what: a source's own names for the library's types
// expect: convert
#include "sgdnn_api.h"
using Tensor = SgdnnTensor_t;
typedef tpu_status_t Status;
typedef unsigned long long addr_t;
#define RESOURCE tpu_resource_t resource
#define T_IN const Tensor &
static Status check_pair ( T_IN a, T_IN b ) { return a.dtype == b.dtype ? SG_SUCCESS : SG_FAILURE; }
Status sgdnnAliased ( RESOURCE, Tensor input, Tensor output, bool non_blocking )
{
  Status s = check_pair ( input, output );
  if ( s != SG_SUCCESS ) return s;
  const addr_t src = input.addr;
  addr_t dst = output.addr;
  sg_api_two_t api;
  api.input_global_addr = src;
  api.output_global_addr = dst;
  api.transposed = 0;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_aliased", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_aliased_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
