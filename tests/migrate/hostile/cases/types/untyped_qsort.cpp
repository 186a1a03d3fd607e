// wall: 3
// what: ... an array of data types to qsort
// expect: either
#include <stdlib.h>
#include "sgdnn_api.h"
static int cmp ( const void * a, const void * b ) { return *(const int *) a - *(const int *) b; }

tpu_status_t sgdnnUntypedQsort ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SgdnnDataType_t d[] = { input.dtype, SGDNN_DTYPE_FP16 }; qsort ( d, 2, 4, cmp ); api.mode = d[0] == SGDNN_DTYPE_FP16;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b9_qsort", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
