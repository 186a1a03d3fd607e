// The declaration of the header has a default that is an expression.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, int mode = 3 + 4, bool non_blocking = true );
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, int mode, bool non_blocking )
{
  return mode ? SG_SUCCESS : SG_SUCCESS;
}
