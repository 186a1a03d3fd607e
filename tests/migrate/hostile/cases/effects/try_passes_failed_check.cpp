// wall: 3
// what: a check fails in a helper, and the handler is for what the standard library throws
// expect: convert
#include "sgdnn_api.h"
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>
static void go ( tpu_resource_t resource, sg_api_one_t & api, int mode ) { SGDNN_CHECK ( mode < 3 ); if ( mode == 2 ) throw std::runtime_error ( "two" ); SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) ); }
tpu_status_t sgdnnTryPassesFailedCheck ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  try
  {
    go ( resource, api, mode );
  }
  catch ( const std::exception & e )
  {
    probe ( 3 );
    return SG_FAILURE;
  }
  return SG_SUCCESS;
}
