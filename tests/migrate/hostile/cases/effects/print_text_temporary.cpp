// wall: 3
// what: texts made in the print
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <iostream>



tpu_status_t sgdnnPrintTextTemporary ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  std::cout << std::string ( "mode " ) + std::to_string ( mode ) << '\n';
  printf ( "%s\n", ( std::string ( "a" ) + std::to_string ( input.shape[0] ) ).c_str ( ) );
  printf ( "%s\n", std::string ( 3, '-' ).c_str ( ) );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
