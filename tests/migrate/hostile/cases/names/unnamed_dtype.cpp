// wall: 2
// what: a free == of data types is left behind, the check is converted
// expect: either
#include "sgdnn_api.h"
static inline bool operator== ( SgdnnDataType_t a, SgdnnDataType_t b ) { return sgdnnDataSize ( a ) == sgdnnDataSize ( b ); }
struct Other;

tpu_status_t sgdnnUnnamedDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SGDNN_CHECK ( input.dtype == output.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a4_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
