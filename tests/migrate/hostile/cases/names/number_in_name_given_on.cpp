// wall: 2
// what: the number in a kernel's name is given to functions that only have its value
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <vector>
#include <algorithm>
static int f ( int x ) { return x * 2; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = 2;
  if ( mode > 2 ) n = 4;
  std::vector < int > v;
  v.push_back ( n );
  api.mode = v [ 0 ] + std::max ( n, 3 ) + f ( n );
  std::string name = "k" + std::to_string ( n );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str (), & api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str (), & api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
