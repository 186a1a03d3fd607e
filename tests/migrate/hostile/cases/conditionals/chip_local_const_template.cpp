// wall: 1
// what: chip local const template
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#include <type_traits>
template < typename T > int pick ( T & x ) { return std::is_const < T >::value ? 100 : 200; }
tpu_status_t sgdnnChipLocalConstTemplate ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  const int n = 1;
#else
  const int n = 8;
#endif
  api.mode = pick ( n );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
