// wall: 2
// what: kernels' names in a table of structs, or of two subscripts
// expect: convert
#include "sgdnn_api.h"
#include <cstring>
#include <vector>
#include <string>
#include <map>
#include <stdlib.h>
#include <stdio.h>

static const char * const names[2][2] = { { "tpu_kernel_api_a", "tpu_kernel_api_b" }, { "tpu_kernel_api_c", "tpu_kernel_api_d" } };
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  if ( mode >= 0 && mode < 2 ) { 
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names[mode][api.mode > 2], &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names[mode][api.mode > 2], &api, sizeof ( api ), non_blocking ) );
#endif
 }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
