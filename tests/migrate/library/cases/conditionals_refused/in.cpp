tpu_status_t sgdnnCombined ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#if defined BACKEND_1684X && defined FAST
  SGDNN_CHECK ( input.dim == 1 );
#else
  SGDNN_CHECK ( input.dim == 2 );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnCut ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#define FIRST 0
  while ( input.dim == 1
#if defined BACKEND_SG2260
       && input.shape[FIRST] == 1
#endif
     )
  {
    return 1;
  }
  return SG_SUCCESS;
}

bool sgdnnDiffers ( tpu_resource_t resource, SgdnnTensor_t input )
{
#if defined BACKEND_1684X
  return input.dim == 1;
#else
  SGDNN_CHECK ( false );
  return false;
#endif
}
