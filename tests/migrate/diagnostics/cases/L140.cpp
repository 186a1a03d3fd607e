// A performance macro beside another one.
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#if defined USING_PERF_MODE || OTHER > 1
  printf ( "%d\n", input.dim );
#endif
  return SG_SUCCESS;
}
