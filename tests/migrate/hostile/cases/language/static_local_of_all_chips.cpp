// wall: 1
// what: a variable that lives on is the same on every chip
// expect: either
#include <map>
#include "sgdnn_api.h"

tpu_status_t sgdnnStaticLocalOfAllChips ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static std::map<int,int> seen = { {1,2} };
  api.mode = seen[1];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
