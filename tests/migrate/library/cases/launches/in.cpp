tpu_status_t sgdnnPool ( tpu_resource_t resource, SgdnnTensor_t input, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  if ( mode == 0 )
  {
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_max_pool", &api, sizeof ( api ) ) );
  }
  else
  {
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_avg_pool", &api, sizeof ( api ) ) );
  }
#elif defined BACKEND_SG2260
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  if ( mode == 0 )
  {
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_max_pool_multi_core", &api, sizeof ( api ), non_blocking ) );
  }
  else
  {
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_avg_pool_muti_core", &api, sizeof ( api ), non_blocking ) );
  }
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnComputed ( tpu_resource_t resource, SgdnnTensor_t input, const char * name, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
