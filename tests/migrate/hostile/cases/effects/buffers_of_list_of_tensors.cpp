// wall: 3
// what: tensors with buffers of their own
// expect: convert
#include "sgdnn_api.h"
#include <vector>
#include <array>



tpu_status_t sgdnnBuffersOfListOfTensors ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
std::vector<SgdnnTensor_t> temps;
  for ( int i = 0; i < 2; ++i )
  {
    SgdnnTensor_t t = input;
    tpu_device_mem_t one;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &one, sgdnnTensorBytes ( &input ) ) );
    t.addr = sgdnnGetDeviceAddr ( one );
    temps.push_back ( t );
  }
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.other_global_addr = temps[1].addr;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  for ( size_t i = 0; i < temps.size ( ); ++i )
    sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( temps[i].addr, 64 ) );
  return SG_SUCCESS;
}
