// wall: 3
// what: a struct that holds a data type as const void *
// expect: either
#include "sgdnn_api.h"
struct Key { int n; SgdnnDataType_t d; };
static int crc ( const void * p, int n ) { int h = 0; for ( int i = 0; i < n; ++i ) h = h * 31 + ( (const unsigned char *) p )[i]; return h; }

tpu_status_t sgdnnUntypedStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  Key k { mode, input.dtype }; api.mode = crc ( &k, 8 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b11_struct", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
