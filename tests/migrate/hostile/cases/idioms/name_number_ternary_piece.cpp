// wall: 3
// what: a number as one of two pieces
// expect: either
#include "sgdnn_api.h"
#include <string>
#include <map>



tpu_status_t sgdnnNameNumberTernaryPiece ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  const int n = mode > 2 ? 2 : 1;
  std::string name = std::string ( "k_" ) + ( mode > 4 ? std::to_string ( n ) : std::string ( "x" ) );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
