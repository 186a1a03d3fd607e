// wall: 2
// what: helpers in a table of pointers
// expect: either
#include "sgdnn_api.h"

static int wide ( int x ) { return x + 1; }
static int deep ( int x ) { return x * 3; }
static int ( * const table[] ) ( int ) = { wide, deep };
tpu_status_t sgdnnFunctionTable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = table[mode & 1] ( mode );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_table", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_table_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
