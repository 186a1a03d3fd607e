// wall: 3
// what: a kernel's field, a local, an argument and a result get a data type as a number
// expect: convert
#include "sgdnn_api.h"

static int codeOf ( SgdnnDataType_t dtype )
{
  return dtype;
}

static int plus ( int value, int more )
{
  return value + more;
}

tpu_status_t sgdnnNumberDirect ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = input.dtype;
  const int number = output.dtype;
  api.mode = plus ( input.dtype, 100 ) + number * 10;
  api.dim = codeOf ( output.dtype );
  api.shape[0] = static_cast<int> ( output.dtype );
  api.shape[1] = input.dtype == 9 ? 1 : 2;
  api.shape[2] = unsigned ( input.dtype ) % 3;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_number", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_number_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
