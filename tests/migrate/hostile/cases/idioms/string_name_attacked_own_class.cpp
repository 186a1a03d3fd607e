// wall: 3
// what: a std::string of literals: own class
// expect: either
// flags: -std=c++17
#include "sgdnn_api.h"
struct string { const char * s; string ( const char * t ) : s ( t + 1 ) { } const char * c_str ( ) const { return s; } };

tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  string name = "tpu_kernel_api_b";
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
