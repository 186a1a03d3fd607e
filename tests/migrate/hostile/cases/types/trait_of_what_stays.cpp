// wall: 1
// what: traits of types that are the same in the unified library
// expect: convert
#include "sgdnn_api.h"
#include <type_traits>
#include <limits>
#include <vector>
#include <string>
template <typename T> static int kind_of ( const T & ) { return std::is_integral<T>::value ? 1 : 2; }
#define IS_FLOAT(x) ( std::is_same<decltype ( x ), float>::value )
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::vector<SgdnnTensor_t> all = { input, output };
  float scale = 2.0f;
  int count = 0;
  for ( std::vector<SgdnnTensor_t>::const_iterator it = all.begin(); it != all.end(); ++it ) count += it->dim;
  api.mode = kind_of ( mode ) + kind_of ( scale ) + std::is_same<decltype ( input.dim ), int>::value + IS_FLOAT ( scale );
  api.dim = std::numeric_limits<int>::max() - count + std::is_same<std::string, std::vector<int>>::value + std::is_integral_v<int>;
  api.shape[0] = ( mode < count && count > ::atoi ( "3" ) ) + ( int ) std::extent<decltype ( api.shape )>::value;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
