// A helper of the legacy library that only its name speaks for.
int sgdnnMystery ( int n );
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  return sgdnnMystery ( input.dim ) ? SG_SUCCESS : SG_SUCCESS;
}
