// A type of a header that the output does not have.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_two_t two = { 0, 0, input.dim };
  return two.transposed ? SG_SUCCESS : SG_SUCCESS;
}
