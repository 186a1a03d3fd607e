// wall: 3
// what: two values one status
// expect: either
// call: sgdnnB | +[] ( tpu_resource_t r, SgdnnTensor_t i, SgdnnTensor_t o, int m, bool b ) -> tpu_status_t { return sgdnnB ( r, i, o, m, b ) == 0 ? SG_SUCCESS : SG_FAILURE; } | tpudnnBAsync
// call: sgdnnX | +[] ( tpu_resource_t r, SgdnnTensor_t i, SgdnnTensor_t o, int m, bool b ) -> tpu_status_t { return sgdnnX ( r, i, o, m, b ) == 0 ? SG_SUCCESS : SG_FAILURE; } | tpudnnXAsync
#include "sgdnn_api.h"
int sgdnnB ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode == 5 ) return -1;
  if ( mode > 5 ) return -2;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return 0;
}
int sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( sgdnnB ( resource, input, output, mode, false ) == -2 ) probe ( 3 );
  return 0;
}
//- rules.yaml
library: {types: {status: [int]}, success: ["0"], statuses: {"-1": TPUDNN_STATUS_FAILED, "-2": TPUDNN_STATUS_FAILED}}
