// wall: 2
// what: a using declaration inside the body
// expect: either
#include "sgdnn_api.h"

#include <algorithm>
tpu_status_t sgdnnUsingDeclaration ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  using std::max;
  api.dim = max ( mode, 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_using_declaration", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
