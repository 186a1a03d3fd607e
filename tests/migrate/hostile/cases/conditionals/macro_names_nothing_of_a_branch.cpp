// wall: 2
// what: branches declare names, pass arrays and addresses; macros and pointers behind the conditional have nothing to do with these
// expect: convert
#include "sgdnn_api.h"
#include <cstring>
#define KK 9

tpu_status_t sgdnnApart ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int shape[2] = { mode, 3 };
#if defined BACKEND_1684X
  int loc[2] = { mode, 4 };
  memcpy ( shape, loc, sizeof ( loc ) );
#elif defined BACKEND_SG2260
  int other = mode * 2;
  memcpy ( shape, &other, sizeof ( other ) );
#endif
  api.mode = KK + shape[0] + shape[1];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
