#include <vector>
#define DIV_UP(a, b) ( ( ( a ) + ( b ) - 1 ) / ( b ) )

static inline bool sgdnnIsWide ( SgdnnDataType_t dtype )
{
  return dtype == SGDNN_DTYPE_INT64;
}

tpu_status_t sgdnnNamed ( tpu_resource_t resource, SgdnnTensor_t self, int pimpl, std::vector<SgdnnTensor_t>& memory, bool non_blocking )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, DIV_UP ( pimpl, 64 ) * 64 ) );
  sg_api_one_t api;
  api.input_global_addr = self.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( mem );
  api.mode = sgdnnIsWide ( self.dtype ) ? pimpl : ( int ) memory.size();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_named", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTaken ( tpu_resource_t resource, int handle, bool non_blocking )
{
  return handle ? SG_SUCCESS : 1;
}
