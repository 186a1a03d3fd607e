// A launch with an argument that its rule does not name.
tpu_status_t sgdnnTPUKernelLaunchOn ( tpu_resource_t r, const char *name, const void *api, size_t size, int cores = 1 );
// rules: library:
// rules:   launch:
// rules:     sgdnnTPUKernelLaunchOn: {kernel: 1, arguments: 2, size: 3, cores: '1'}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunchOn ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), 8 ) );
  return SG_SUCCESS;
}
