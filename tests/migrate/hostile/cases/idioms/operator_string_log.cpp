// wall: 4
// what: an operator that says in its log what shapes differ
// expect: convert
#include "sgdnn_api.h"

#include <string>
#include <iostream>
static std::string describe ( const SgdnnTensor_t & t )
{
  std::string s = "[";
  for ( int i = 0; i < t.dim; ++i ) { s += std::to_string ( t.shape[i] ); s += i + 1 < t.dim ? ", " : ""; }
  return s + "]";
}
tpu_status_t sgdnnStringLog ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( input.dim != output.dim )
  {
    std::cerr << "shapes differ: " << describe ( input ) << " and " << describe ( output ) << std::endl;
    return SG_FAILURE;
  }
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_strlog", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_strlog_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
