tpu_status_t sgdnnGather ( tpu_resource_t stream, const SgdnnTensor_t * inputs, int num, SgdnnTensor_t a, SgdnnTensor_t b, SgdnnTensor_t out, bool non_blocking )
{
  tpu_device_mem_t mem;
  SgdnnTensor_t copy = a;
  if ( a.addr != 0 && 0 != b.addr )
  {
    SGDNN_CHECK ( a.dim == b.dim );
  }
  if ( !b.addr ) return SG_SUCCESS;
  SAFE_CALL ( sgdnnMallocDeviceByte ( stream, &mem, sgdnnTensorBytes ( &a ) ) );
  copy.addr = sgdnnGetDeviceAddr ( mem );
  sg_api_one_t api;
  for ( int i = 0; i < num; ++i )
  {
    api.list_global_addr[i] = inputs[i].addr;
  }
  api.input_global_addr = a.dim > 1 ? sgdnnGetDeviceAddr ( mem ) : a.addr;
  api.other_global_addr = b.addr != 0 ? b.addr : 0;
  api.output_global_addr = out.addr + 64;
  api.buffer_global_addr = 0;
  api.mode = ( int ) ( b.addr != 0 );
  unsigned long long first = copy.addr;
  api.buffer_global_addr = first;
  copy.addr = 0;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( stream, "tpu_kernel_api_gather", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( stream, mem );
  return SG_SUCCESS;
}
