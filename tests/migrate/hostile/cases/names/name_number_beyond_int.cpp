// wall: 2
// what: a number that no int holds is given to a helper that writes it into a name, and printed
// expect: equal
#include "sgdnn_api.h"
#include <string>
#include <stdio.h>
static std::string nameOf ( const char * base, int n )
{
  return std::string ( base ) + std::to_string ( n );
}

tpu_status_t sgdnnNumberBeyondIntPrinted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  printf ( "%s\n", nameOf ( "tpu_kernel_api_n", 3000000000 ).c_str() );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnNameNumberBeyondInt ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, nameOf ( "tpu_kernel_api_n", 16 ).c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, nameOf ( "tpu_kernel_api_n", 16 ).c_str(), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
