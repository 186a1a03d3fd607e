// wall: 2
// what: the same with parameters that show no &
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include <algorithm>
using TensorRef = SgdnnTensor_t &;
static void swap ( TensorRef a, TensorRef b ) { probe ( 7 ); }
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
