// A parameter with a default value.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, int mode = 3, bool non_blocking = true )
{
  return mode ? SG_SUCCESS : SG_SUCCESS;
}
