// A branch opens a bracket that another one closes.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#if defined BACKEND_1684X
  if ( input.dim > 1 ) {
#else
  {
#endif
    printf ( "%d\n", input.dim );
  }
  return SG_SUCCESS;
}
