// wall: 3
// what: a number that a switch over data types chooses
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <map>



tpu_status_t sgdnnNameNumberOfSwitch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  int bits = 0;
  switch ( input.dtype )
  {
    case SGDNN_DTYPE_FP32: bits = 32; break;
    case SGDNN_DTYPE_FP16: case SGDNN_DTYPE_BF16: bits = 16; break;
    default: SGDNN_CHECK ( false );
  }
  std::string name = "k_" + std::to_string ( bits );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
