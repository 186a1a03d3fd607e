tpu_status_t sgdnnNever ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  SGDNN_CHECK ( input.dim == 1 );
#if defined BACKEND_1684X
  SGDNN_CHECK ( false );
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( false );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
