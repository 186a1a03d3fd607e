// wall: 3
// what: f_bcopy
// expect: either
#include <strings.h>
#include "sgdnn_api.h"

tpu_status_t sgdnnTypedBcopy ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  int n = 0; bcopy ( &input.dtype, &n, 4 ); api.mode = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f_bcopy", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
