static int lanes_of ( int x )
{
#if defined BACKEND_1684X
  return x * 32;
#else
  return x * 64;
#endif
}

static inline int twice ( void )
{
  return 2 * lanes_of ( 1 );
}

static unsigned long long row_of ( const SgdnnTensor_t * tensor, int row )
{
  return tensor->addr + row * tensor->stride[0];
}

static tpu_device_mem_t reserve ( tpu_resource_t resource, unsigned long long size )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, size ) );
  return buffer;
}

static void release ( tpu_resource_t resource, tpu_device_mem_t buffer )
{
  sgdnnFreeDevice ( resource, buffer );
}

tpu_status_t sgdnnGiven ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  tpu_device_mem_t buffer = reserve ( resource, 64 );
  sg_api_one_t api;
  api.input_global_addr = row_of ( &input, twice () );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
  api.dim = lanes_of ( input.dim );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_given", &api, sizeof ( api ), non_blocking ) );
  release ( resource, buffer );
  return SG_SUCCESS;
}
