tpu_status_t sgdnnBuffers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  typedef struct
  {
    tpu_device_mem_t mem;
    SgdnnTensor_t tensor;
  } Pair_t;
  Pair_t pair;
  tpu_device_mem_t first, second;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, &first, 64 );
  if ( SG_SUCCESS != status )
  {
    printf ( "malloc device error \r\n" );
    return status;
  }
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &second, sgdnnTensorBytes ( &input ) / 2 ) );
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &pair.mem, 128 ) );
  pair.tensor.addr = sgdnnGetDeviceAddr ( pair.mem );
  sg_api_one_t api;
  api.input_global_addr = sgdnnGetDeviceAddr ( first );
  api.other_global_addr = sgdnnGetDeviceAddr ( second );
  api.buffer_global_addr = pair.tensor.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_buffers", &api, sizeof ( api ), non_blocking ) );
  tpu_device_mem_t source = sgdnnMemFromDevice ( output.addr, 4 );
  float value = 0;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &value, source, 4 ) );
  sgdnnFreeDevice ( resource, first );
  sgdnnFreeDevice ( resource, pair.mem );
  return SG_SUCCESS;
}
