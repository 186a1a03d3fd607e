// wall: 3
// what: constants of the file and of a function hold data types, alone and in a table
// expect: convert
#include "sgdnn_api.h"

static const SgdnnDataType_t WANTED = SGDNN_DTYPE_FP32;
constexpr SgdnnDataType_t NARROW[2] = { SGDNN_DTYPE_FP16, SGDNN_DTYPE_BF16 };
static const int LANES = 64;

tpu_status_t sgdnnWanted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == WANTED || input.dtype == NARROW[1] );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = LANES;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnTable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  static const SgdnnDataType_t known[] = { SGDNN_DTYPE_FP32, SGDNN_DTYPE_FP16 };
  bool found = false;
  for ( SgdnnDataType_t one : known ) found = found || one == input.dtype;
  SGDNN_CHECK ( found );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
