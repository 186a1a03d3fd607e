// wall: 3
// what: an overload for the data type would become another one
// expect: equal
#include "sgdnn_api.h"

static int weight ( SgdnnDataType_t dtype ) { return dtype == SGDNN_DTYPE_FP32 ? 100 : 200; }
static int weight ( int number ) { return number; }
template <class T> static int sizeOf ( T ) { return sizeof ( T ) + ( T ( 1 ) < T ( 2 ) ); }

tpu_status_t sgdnnNumberOverload ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = weight ( input.dtype ) + weight ( ( int ) input.dtype );
  api.dim = sizeOf ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_over", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_over_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
