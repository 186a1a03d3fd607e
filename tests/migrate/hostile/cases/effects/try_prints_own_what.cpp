// wall: 4
// what: a handler prints what an exception of the source says of itself, with an effect
// expect: equal
#include "sgdnn_api.h"
#include <string>
#include <stdexcept>
#include <vector>
struct Bad : std::exception { const char * what ( ) const noexcept override { probe ( 8 ); return "x"; } };
static void need ( int n ) { if ( n > 2 ) throw Bad ( ); }

tpu_status_t sgdnnTryPrintsOwnWhat ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  try { need ( mode ); } catch ( const std::exception & e ) { printf ( "%s\n", e.what ( ) ); return SG_FAILURE; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
