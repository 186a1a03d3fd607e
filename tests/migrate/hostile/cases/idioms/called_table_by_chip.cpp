// wall: 3
// what: each chip calls another element of a table
// expect: convert
#include "sgdnn_api.h"
typedef int ( *pick_t ) ( int );
static int relu ( int m ) { return m + 1; }
static int gelu ( int m ) { return m * 2; }
static const pick_t kTable[] = { relu, gelu };
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SGDNN_CHECK ( mode >= 0 && mode < 2 );
#if defined BACKEND_1684X
  api.mode = kTable[mode] ( mode );
#else
  api.mode = kTable[1 - mode] ( mode );
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
