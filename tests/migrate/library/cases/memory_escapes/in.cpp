tpu_status_t sgdnnKeeps ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  static tpu_device_mem_t kept;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &kept, 64 ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnGives ( tpu_resource_t resource, SgdnnTensor_t * output, bool non_blocking )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  output->addr = sgdnnGetDeviceAddr ( mem );
  return SG_SUCCESS;
}

static void use ( tpu_device_mem_t mem );

tpu_status_t sgdnnHands ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  tpu_device_mem_t mem, other;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  use ( mem );
  return SG_SUCCESS;
}

tpu_status_t sgdnnScoped ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  input.addr = sgdnnGetDeviceAddr ( mem );
  sgdnnFreeDevice ( resource, mem );
  return SG_SUCCESS;
}
