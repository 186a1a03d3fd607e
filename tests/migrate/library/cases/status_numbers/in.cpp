static int twice ( int number )
{
  return 2 * number;
}

tpu_status_t sgdnnAsks ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  int status = 0;
  status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking );
  if ( status != 0 || 0 != status )
  {
    return ( tpu_status_t ) status;
  }
  if ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking ) )
  {
    return ( tpu_status_t ) status;
  }
  if ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking ) == 0 )
  {
    return SG_SUCCESS;
  }
  if ( ( status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking ) ) != 0 && !( status && twice ( 2 ) ) )
  {
    return ( tpu_status_t ) status;
  }
  int four = 4, more = 0, *where = &four;
  if ( more = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking ) )
  {
    return ( tpu_status_t ) more;
  }
  bool failed = ( more = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking ) );
  int joined = 0;
  if ( failed )
    joined |= sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking );
  if ( joined )
  {
    return SG_SUCCESS;
  }
  int number = twice ( failed ? *where : 3 );
  auto last = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asks", &api, sizeof ( api ), non_blocking );
  return !last && number == 0 ? SG_SUCCESS : ( tpu_status_t ) status;
}
