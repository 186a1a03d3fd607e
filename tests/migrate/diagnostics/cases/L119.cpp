// A launch on a handle that is not the function's own.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, tpu_resource_t second, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( second, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
