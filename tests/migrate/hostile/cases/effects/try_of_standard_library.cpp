// wall: 4
// what: a number that a text may not be: what the standard library throws is caught
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <stdexcept>
#include <vector>

tpu_status_t sgdnnTryOfStandardLibrary ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int n = 0;
  try
  {
    n = std::stoi ( mode > 1 ? "12" : "x" );
  }
  catch ( const std::exception & e )
  {
    printf ( "bad %s\n", e.what ( ) );
    return SG_FAILURE;
  }
  api.shape[0] = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
