// A pointer beside a buffer in one declaration.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  tpu_device_mem_t mem, *other = &mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, other, 64 ) );
  sgdnnFreeDevice ( resource, mem );
  return SG_SUCCESS;
}
