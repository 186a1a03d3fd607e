// wall: 3
// what: a reference to an owner's buffer is given another one
// expect: refused
#include "sgdnn_api.h"

struct Buf
{
  tpu_resource_t r;
  tpu_device_mem_t mem;
  bool owned;
  Buf ( tpu_resource_t x, unsigned long long bytes ) : r ( x ), owned ( false )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( r, &mem, bytes ) );
    owned = true;
  }
  ~Buf() { if ( owned ) { sgdnnFreeDevice ( r, mem ); } }
  Buf ( const Buf & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
};

tpu_status_t sgdnnObjectOwnerReferred ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buf work ( resource, sgdnnTensorBytes ( &input ) );
  tpu_device_mem_t & m = work.mem;
  m = sgdnnMemFromDevice ( input.addr, 64 );
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
