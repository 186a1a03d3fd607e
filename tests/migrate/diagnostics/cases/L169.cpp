// A function through a pointer.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  return SG_SUCCESS;
}
tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  tpu_status_t ( * which ) ( tpu_resource_t, SgdnnTensor_t, bool ) = sgdnnOne;
  return which ? SG_SUCCESS : SG_SUCCESS;
}
