// wall: 4
// what: an operator that calls another one of the file twice, with a buffer between
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnFirstX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_first", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_first_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnSecondX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SgdnnTensor_t middle = input;
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, sgdnnTensorBytes ( &middle ) ) );
  middle.addr = sgdnnGetDeviceAddr ( mem );
  SAFE_CALL ( sgdnnFirstX ( resource, input, middle, non_blocking ) );
  tpu_status_t status = sgdnnFirstX ( resource, middle, output, non_blocking );
  sgdnnFreeDevice ( resource, mem );
  return status;
}
