// wall: 4
// what: a print is given what a helper gives that has an effect (converted)
// expect: either
#include "sgdnn_api.h"
#include <cstring>
#include <vector>
#include <string>
#include <map>
#include <stdlib.h>
#include <stdio.h>

struct T { T ( int k ) : n ( k ) { probe ( k ); } int n; }; static int f ( T t ) { return t.n; }
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  printf ( "%d\n", f ( mode ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
