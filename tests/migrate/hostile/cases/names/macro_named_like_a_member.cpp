// wall: 2
// what: a macro that comes along has the name of a member of the standard library
// expect: convert
#include <map>
#include "sgdnn_api.h"
#define second 4
tpu_status_t sgdnnMacroNamedLikeAMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = second; std::map<int,int> m; m[1] = 2; api.mode += m.size();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
