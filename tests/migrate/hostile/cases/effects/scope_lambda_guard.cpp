// wall: 4
// what: a smart pointer's deleter acts
// expect: either
#include <memory>
#include "sgdnn_api.h"
tpu_status_t sgdnnLambdaGuard ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::shared_ptr<int> guard ( nullptr, [] ( int * ) { probe ( 7 ); } );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_guard", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_guard_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  probe ( 1 );
  return SG_SUCCESS;
}
