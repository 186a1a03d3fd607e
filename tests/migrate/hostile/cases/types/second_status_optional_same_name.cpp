// wall: 3
// what: second status optional same name
// expect: convert
#include "sgdnn_api.h"
#include <optional>


tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  {
    tpu_status_t ret = sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( output.addr, 64 ), 0, sgdnnMemFromDevice ( input.addr, 64 ), 0, 64 );
    if ( ret ) probe ( 1 );
  }
  std::optional<tpu_status_t> ret;
  if ( mode == 1 ) ret = sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( output.addr, 64 ), 0, sgdnnMemFromDevice ( input.addr, 64 ), 16, 32 );
  if ( ret ) probe ( 2 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
