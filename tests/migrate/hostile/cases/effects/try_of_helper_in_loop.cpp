// wall: 4
// what: what a helper throws, without a check of the library, is caught in a loop and left with break and continue
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <stdexcept>
#include <vector>
static void need ( int n )
{
  if ( n < 0 ) throw std::invalid_argument ( "negative" );
}

tpu_status_t sgdnnTryOfHelperInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  for ( int i = 0; i < 3; ++i )
  {
    try { need ( mode - i ); } catch ( const std::exception & ) { if ( i == 1 ) break; continue; }
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  }
  return SG_SUCCESS;
}
