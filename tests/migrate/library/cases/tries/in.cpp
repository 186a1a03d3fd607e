#include <exception>

static void prepare ( tpu_resource_t resource, SgdnnTensor_t input, sg_api_one_t & api )
{
  SGDNN_CHECK ( input.dim > 1 );
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_prepare", &api, sizeof ( api ), false ) );
}

tpu_status_t sgdnnTried ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  try
  {
    sg_api_one_t api = {};
    prepare ( resource, input, api );
    if ( input.dim > 3 ) throw 5;
  }
  catch ( const std::exception & e )
  {
    return SG_SUCCESS;
  }
  catch ( ... )
  {
    return SG_SUCCESS;
  }
  return SG_SUCCESS;
}

tpu_status_t sgdnnCheckedInHandler ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  try
  {
    sg_api_one_t api = {};
    prepare ( resource, input, api );
  }
  catch ( const std::exception & )
  {
    SGDNN_CHECK ( input.dim > 2 );
  }
  return SG_SUCCESS;
}
