// A function without a handle that translates an address and that other sources may call.
void fill ( sg_api_one_t * api, SgdnnTensor_t input )
{
  api->input_global_addr = input.addr;
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  fill ( &api, input );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
