// The kernel's name through a default argument: the launch has fewer arguments than the rule counts.
tpu_status_t sgdnnTPUKernelLaunchMultiCoreShort ( tpu_resource_t r, const void *api = 0 );
// rules: library:
// rules:   launch:
// rules:     sgdnnTPUKernelLaunchMultiCoreShort: {kernel: 1, arguments: 2, size: 3, cores: all}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCoreShort ( resource ) );
  return SG_SUCCESS;
}
