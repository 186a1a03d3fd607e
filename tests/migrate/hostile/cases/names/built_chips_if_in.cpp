// wall: 2
// what: a name put together by chip: if in
// expect: either
#include "sgdnn_api.h"
#include <string>
#include <stdio.h>

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  std::string name = "tpu_kernel_api_one";
#if defined BACKEND_SG2260
if ( mode > 1 ) name += "_multi";
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
