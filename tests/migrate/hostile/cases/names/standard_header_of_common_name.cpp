// wall: 1
// what: names of the standard library that the unified headers use for other things
// expect: convert
#include "sgdnn_api.h"
#include <functional>
#include <algorithm>
#include <list>
#include <map>
#include <set>
#include <string>
static int add ( int a, int b ) { return a + b; }
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::function<int ( int, int )> function = add;
  std::list<int> list = { 1, 2, mode };
  std::multimap<int, int> map = { { 1, 2 }, { 1, 3 } };
  std::set<int> set ( list.begin(), list.end() );
  int data[4];
  std::fill ( data, data + 4, 7 );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = function ( mode, 3 ) + ( int ) set.size() + ( int ) map.count ( 1 ) + data[2];
  api.dim = ( int ) std::count ( list.begin(), list.end(), 2 );
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
