// wall: 2
// what: another source has a swap for tensors, which the standard library would find
// expect: either
//- src/a.cpp
#include "sgdnn_api.h"
#include <algorithm>
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  SgdnnTensor_t v [ 2 ] = { input, output };
  std::reverse ( v, v + 2 );
  api.input_global_addr = v [ 0 ].addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "One", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "One", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"
static void swap ( SgdnnTensor_t & a, SgdnnTensor_t & b ) { probe ( 7 ); }
tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  swap ( input, output );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "Two", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "Two", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
