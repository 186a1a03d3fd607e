// A message tells the line of the legacy source.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  if ( input.dim > 4 )
  {
    printf ( "%s:%d: too many dimensions\n", __FILE__, __LINE__ );
    return SG_SUCCESS;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
