// wall: 3
// what: a whole tensor as const void *
// expect: either
#include "sgdnn_api.h"
static int crc ( const void * p, int n ) { int h = 0; for ( int i = 0; i < n; ++i ) h = h * 31 + ( (const unsigned char *) p )[i]; return h; }

tpu_status_t sgdnnUntypedTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = crc ( &input, 80 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b10_tensor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
