// wall: 3
// what: a variable that lives on and is read from the environment, helper
// expect: convert
#include "sgdnn_api.h"
#include <stdio.h>
#include <stdlib.h>
static bool debug_on () { static const bool on = getenv ( "SGDNN_DEBUG_X" ) != NULL; return on; }

tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( debug_on () ) printf ( "mode %d\n", mode );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
