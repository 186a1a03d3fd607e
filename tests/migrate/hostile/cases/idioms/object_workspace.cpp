// wall: 3
// what: a workspace class with sizes, alignment and several buffers, three operators
// expect: convert
#include "sgdnn_api.h"
#include <vector>

namespace
{
class Workspace
{
public:
  explicit Workspace ( tpu_resource_t handle ) : handle_ ( handle ), bytes_ ( 0 ), ready_ ( false ) {}
  ~Workspace()
  {
    if ( ready_ )
    {
      sgdnnFreeDevice ( handle_, mem_ );
    }
  }
  void reserve ( const SgdnnTensor_t & t, int copies = 1 )
  {
    size_t n = sgdnnTensorBytes ( &t );
    bytes_ += align ( n ) * copies;
  }
  tpu_status_t commit()
  {
    if ( bytes_ == 0 )
    {
      return SG_SUCCESS;
    }
    tpu_status_t status = sgdnnMallocDeviceByte ( handle_, &mem_, bytes_ );
    if ( status != SG_SUCCESS )
    {
      printf ( "workspace of %zu bytes\n", bytes_ );
      return status;
    }
    ready_ = true;
    return status;
  }
  unsigned long long at ( size_t offset ) const { return ready_ ? sgdnnGetDeviceAddr ( mem_ ) + offset : 0; }
  static size_t align ( size_t n ) { return ( n + 63 ) / 64 * 64; }
private:
  tpu_resource_t handle_;
  tpu_device_mem_t mem_;
  size_t bytes_;
  bool ready_;
};
}

tpu_status_t sgdnnObjectWorkspace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Workspace ws ( resource );
  ws.reserve ( input );
  ws.reserve ( output, 2 );
  if ( ws.commit() != SG_SUCCESS )
  {
    return SG_FAILURE;
  }
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = ws.at ( 0 );
  api.other_global_addr = ws.at ( Workspace::align ( 65 ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_workspace_o", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_workspace_o_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
