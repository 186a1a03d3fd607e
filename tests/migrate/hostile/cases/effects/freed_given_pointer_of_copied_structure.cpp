// wall: 4
// what: a structure with a pointer goes from step to step, through which the buffer becomes the memory of the caller
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnSteps ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct Step { tpu_device_mem_t * memory; SgdnnTensor_t tensor; };
  Step from, to;
  tpu_device_mem_t one = sgdnnMemFromDevice ( input.addr, 256 );
  to.memory = &one;
  from.tensor = input;
  for ( int i = 0; i < 3; ++i )
  {
    to.tensor = input;
    if ( i == 2 )
    {
      to.tensor.addr = output.addr;
    }
    else
    {
      SAFE_CALL ( sgdnnMallocDeviceByte ( resource, to.memory, 256 ) );
      to.tensor.addr = sgdnnGetDeviceAddr ( * to.memory );
    }
    sg_api_one_t api;
    api.input_global_addr = from.tensor.addr;
    api.output_global_addr = to.tensor.addr;
    api.mode = mode + i;
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_steps", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_steps_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
    SGDNN_CHECK ( false );
#endif
    if ( i != 0 )
    {
      sgdnnFreeDevice ( resource, * from.memory );
    }
    from = to;
  }
  return SG_SUCCESS;
}
