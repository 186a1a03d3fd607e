// wall: 4
// what: as from step to step, and a tensor of one step is copied to the next
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnSteps ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct Step { tpu_device_mem_t memory; SgdnnTensor_t tensor; };
  if ( mode > 7 )
  {
    probe ( 3 );
  }
  Step from, to;
  from.tensor = input;
  for ( int i = 0; i < 3; ++i )
  {
    to.tensor = from.tensor;
    if ( i == 2 )
    {
      to.tensor.addr = output.addr;
    }
    else
    {
      SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &to.memory, 256 ) );
      to.tensor.addr = sgdnnGetDeviceAddr ( to.memory );
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
      sgdnnFreeDevice ( resource, from.memory );
    }
    from = to;
  }
  return SG_SUCCESS;
}
