// An address goes to a function that nobody knows.
void vendor ( unsigned long long address );
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  vendor ( input.addr );
  return SG_SUCCESS;
}
