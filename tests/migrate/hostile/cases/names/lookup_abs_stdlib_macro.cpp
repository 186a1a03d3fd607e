// wall: 2
// what: ... a macro
// expect: convert
#include <stdlib.h>
#include "sgdnn_api.h"
#define MAG( x ) abs ( x )

tpu_status_t sgdnnLookupAbsStdlibMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.value = MAG ( mode * 0.5f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_n7_abs_stdlib_macro", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
