// wall: 2
// what: kernels' names in a table of structs that may be others
// expect: either
#include "sgdnn_api.h"
#include <cstring>
#include <vector>
#include <string>
#include <map>
#include <stdlib.h>
#include <stdio.h>

struct pass_t { const char * name; int m; };
static pass_t passes[2] = { { "tpu_kernel_api_a", 1 }, { "tpu_kernel_api_b", 2 } };
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  if ( mode >= 0 && mode < 2 ) { passes[1].name = "tpu_kernel_api_c"; 
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, passes[mode].name, &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, passes[mode].name, &api, sizeof ( api ), non_blocking ) );
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
