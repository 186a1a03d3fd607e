// wall: 3
// what: what a failed check throws is caught by the last handler, not by the one for the standard library
// expect: convert
#include "sgdnn_api.h"
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

tpu_status_t sgdnnTryLeadsFailedCheck ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  try
  {
    SGDNN_CHECK ( mode < 3 );
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
    std::vector<int> v ( 2 );
    api.mode = v.at ( mode );
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) );
  }
  catch ( const std::exception & e )
  {
    printf ( "%s\n", e.what () );
    probe ( 8 );
  }
  catch ( ... )
  {
    probe ( 9 );
  }
  return SG_SUCCESS;
}
