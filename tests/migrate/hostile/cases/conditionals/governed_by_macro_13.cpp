// wall: 1
// what: governed by macro 13
// expect: convert
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define DOIT(x) api.mode = x; probe ( 2 )
#else
#define DOIT(x) api.mode = x + 1; probe ( 2 )
#endif

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode > 1 ) DOIT ( 3 );
  api.shape[0] = 5;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
