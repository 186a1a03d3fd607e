tpu_status_t sgdnnOtherFields(tpu_resource_t resource, FieldBlock input, FieldBlock output, bool non_blocking)
{
  SGDNN_CHECK(input.rank == output.rank && input.extent[0] == (&output)->extent[0]);
  FieldOther other;
  other.rank = input.rank;
  sg_api_one_t api;
  api.input_global_addr = input.base;
  api.output_global_addr = (&output)->base;
  api.dim = other.rank;
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_other", &api, sizeof(api), non_blocking));
  return SG_SUCCESS;
}
