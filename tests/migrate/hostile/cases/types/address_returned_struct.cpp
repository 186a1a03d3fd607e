// wall: 3
// what: a helper gives a braced struct
// expect: either
#include "sgdnn_api.h"

static sg_api_two_t filled ( const SgdnnTensor_t & a, const SgdnnTensor_t & b ) { return { a.addr, b.addr, 1, 2 }; }
tpu_status_t sgdnnReturnedStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = filled ( input, output );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_returned", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_returned_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
