// wall: 3
// what: memory j07 dtvoid written to device
// expect: either
#include "sgdnn_api.h"
#include <cstdlib>

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = 5;
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 256 ) );
  void * v = malloc ( 8 );
  * ( SgdnnDataType_t * ) v = input.dtype;
  SAFE_CALL ( sgdnnMemcpyS2D ( resource, mem, v, 4 ) );
  free ( v );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, mem );
  return SG_SUCCESS;
}
