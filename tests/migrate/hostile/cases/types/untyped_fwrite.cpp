// wall: 3
// what: ... to fwrite
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnUntypedFwrite ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  FILE * f = tmpfile (); fwrite ( &input.dtype, 4, 1, f ); rewind ( f ); fread ( &api.mode, 4, 1, f ); fclose ( f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b8_fwrite", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
