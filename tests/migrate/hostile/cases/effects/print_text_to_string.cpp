// wall: 3
// what: numbers as texts, alone and in sums
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <iostream>



tpu_status_t sgdnnPrintTextToString ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  std::cout << "mode " << std::to_string ( mode ) << " of " + std::to_string ( input.dim ) << std::endl;
  printf ( "mode %s and %s\n", std::to_string ( mode ).c_str ( ), std::to_string ( input.shape[0] * 1.5f ).c_str ( ) );
  std::cerr << "[" + std::to_string ( input.dim ) + "]" << "\n";

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
