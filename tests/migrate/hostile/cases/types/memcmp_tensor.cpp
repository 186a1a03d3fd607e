// wall: 3
// what: tensors are compared as bytes
// expect: either
#include "sgdnn_api.h"
#include <string.h>
tpu_status_t sgdnnMemcmpTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = memcmp ( &input, &output, sizeof ( unsigned long long ) ) == 0 ? 1 : 2;
  api.dtype = ( ( const unsigned char * ) &input ) [5];
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_memcmp", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_memcmp_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
