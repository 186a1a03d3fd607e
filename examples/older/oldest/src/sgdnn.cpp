#include "sgdnn_api.h"

// The oldest shape: raw device memory and dimensions, structs filled by a list, several launches, lambdas.

bm_status_t sgdnn_scale ( bm_handle_t handle, bm_device_mem_t input, bm_device_mem_t output, int length, float scale )
{
  assert ( length > 0 );
  sg_api_scale_t api = { bm_mem_get_device_addr ( input ), bm_mem_get_device_addr ( output ), length, scale };
  return tpu_run ( handle, "sg_api_scale", &api, sizeof ( api ) );
}

bm_status_t sgdnn_batchnorm_forward ( bm_handle_t handle, bm_device_mem_t input, bm_device_mem_t output, int n, int c, int h, int w )
{
  bm_device_mem_t buffer;
  assert ( BM_SUCCESS == bm_malloc_device_byte ( handle, &buffer, c * 8 ) );
  for ( int step = 0; step < 2; ++step )
  {
    sg_api_batchnorm_t api = { bm_mem_get_device_addr ( input ), bm_mem_get_device_addr ( buffer ), bm_mem_get_device_addr ( output ), n, c, h, w, step };
    bm_status_t status = tpu_run ( handle, step == 0 ? "sg_api_batchnorm_moments" : "sg_api_batchnorm_apply", &api, sizeof ( api ) );
    if ( status != BM_SUCCESS )
    {
      return status;
    }
  }
  bm_free_device ( handle, buffer );
  return BM_SUCCESS;
}

bm_status_t sgdnn_scale_all ( bm_handle_t handle, bm_device_mem_t * tensors, int count, int length, float scale )
{
  auto run = [&] ( bm_device_mem_t mem )
  {
    return sgdnn_scale ( handle, mem, mem, length, scale );
  };
  for ( int i = 0; i < count; ++i )
  {
    bm_status_t status = run ( tensors[i] );
    if ( status != BM_SUCCESS )
    {
      return status;
    }
  }
  return BM_SUCCESS;
}
