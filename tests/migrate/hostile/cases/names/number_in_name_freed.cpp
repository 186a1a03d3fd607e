// wall: 2
// what: the number in a kernel's name is changed by what a function answers with, whose constant is cast away
// expect: refused
#include "sgdnn_api.h"
#include <string>
#include <algorithm>
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = 2;
  const_cast < int & > ( std::max ( n, 1 ) ) = 4;
  std::string name = "k" + std::to_string ( n );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str (), & api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str (), & api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
