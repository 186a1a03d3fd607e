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

struct pass_t { const char * name; int mode; };
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  const pass_t passes[2] = { { "tpu_kernel_api_a", 3 }, { "tpu_kernel_api_b", 4 } }; for ( int i = 0; i < 2; ++i ) { api.mode = passes[i].mode; 
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, passes[i].name, &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, passes[i].name, &api, sizeof ( api ), non_blocking ) );
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
