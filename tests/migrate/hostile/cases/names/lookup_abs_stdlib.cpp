// wall: 2
// what: <stdlib.h> has abs (float), the output has not: a type
// expect: convert
#include <stdlib.h>
#include "sgdnn_api.h"
struct V { float n; V ( float x ) : n ( abs ( x ) ) {} };

tpu_status_t sgdnnLookupAbsStdlib ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v ( mode * 0.5f ); api.value = v.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_n5_abs_stdlib", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
