#define TRIED(x) x

tpu_status_t sgdnnAsks ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  tpu_status_t status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking );
  if ( status )
  {
    return status;
  }
  if ( !status && input.dim > 0 )
  {
    return SG_SUCCESS;
  }
  return status;
}

static bool failed ( tpu_status_t status )
{
  return status;
}
