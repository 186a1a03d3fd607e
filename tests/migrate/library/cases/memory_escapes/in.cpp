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

template <typename T> void exchange ( T & a, T & b );

tpu_status_t sgdnnExchanges ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t * output, bool non_blocking )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  input.addr = sgdnnGetDeviceAddr ( mem );
  exchange ( *output, input );
  return SG_SUCCESS;
}

tpu_status_t sgdnnRefers ( tpu_resource_t resource, SgdnnTensor_t * output, bool non_blocking )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  SgdnnTensor_t & one = *output;
  ( one ).addr = sgdnnGetDeviceAddr ( mem );
  return SG_SUCCESS;
}

tpu_status_t sgdnnRefersToOwn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t * output, bool non_blocking )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  SgdnnTensor_t & one = input;
  one.dim = output->dim;
  one.addr = sgdnnGetDeviceAddr ( mem );
  output->dim = one.dim;
  return SG_SUCCESS;
}
