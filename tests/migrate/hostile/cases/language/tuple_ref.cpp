// wall: 3
// what: tuple_ref
// expect: convert
#include "sgdnn_api.h"
#include <tuple>
#if defined BACKEND_1684X
static const int K = 5;
#else
static const int K = 6;
#endif
tpu_status_t sgdnnTupleRef ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  auto p = std::tie ( K, mode ); probe ( 1 ); api.dim = std::get<0> ( p );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_tupleref", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_tupleref_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
