// The bytes of a tensor.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  const unsigned char * bytes = reinterpret_cast<const unsigned char *> ( &input );
  return bytes [ 0 ] ? SG_SUCCESS : SG_SUCCESS;
}
