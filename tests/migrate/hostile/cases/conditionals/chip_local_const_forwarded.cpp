// wall: 1
// what: chip local const forwarded
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#include <type_traits>
template < typename T > int wrap ( T && x ) { return std::is_const < typename std::remove_reference < T >::type >::value ? 5 : 6; }
tpu_status_t sgdnnChipLocalConstForwarded ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  const int n = 1;
#else
  const int n = 8;
#endif
  api.mode = wrap ( n );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
