// wall: 1
// what: chip local auto reference
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#include <type_traits>
tpu_status_t sgdnnChipLocalAutoReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  const int n = 1;
#else
  const int n = 4;
#endif
  auto & r = n;
  api.mode = std::is_const < std::remove_reference < decltype ( r ) >::type >::value ? 5 : 6;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
