/* A struct that one branch fills as a whole and the other in part. */
tpu_status_t sgdnnPart ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  if ( input.dim > 1 )
  {
    api.mode = 1;
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_part", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_part_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

/* Several declarators, an array, scopes of their own, what is set already, what is no object. */
tpu_status_t sgdnnForms ( tpu_resource_t resource , SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api, list[2], *each = nullptr, set = {0};
  struct sg_api_one_t named;
  struct { sg_api_one_t first; union { sg_api_one_t a; sg_api_two_t b; }; } pair;
  for ( int i = 0; i < 2; ++i )
  {
    sg_api_one_t inner /* of one pass */;
    inner.dim = i;
    each = &inner;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_inner", &inner, sizeof ( sg_api_one_t ) , non_blocking ) );
  }
  for ( sg_api_one_t copy : list ) { copy.dim = each->dim; }
  set.dim = named.dim = pair.first.dim = pair.a.dim = input.dim;
  api.dim = set.dim;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_forms", &api, sizeof ( api ) , non_blocking ) );
  return SG_SUCCESS;
}

/* A jump may not get past an initialiser. */
tpu_status_t sgdnnJumps ( tpu_resource_t resource , SgdnnTensor_t input, bool non_blocking )
{
  if ( input.dim == 0 ) goto done;
  sg_api_one_t first, both[2];
  first.dim = both[0].dim = 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_first", &first, sizeof ( first ) , non_blocking ) );
  switch ( input.dim )
  {
  case 1:
    sg_api_two_t second;
    second.transposed = 1;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_second", &second, sizeof ( second ) , non_blocking ) );
    break;
  case 2:
  {
    sg_api_two_t third;
    third.transposed = 2;
    switch ( input.shape[0] ) { case 1: third.transposed = 3; break; default: break; }
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_second", &third, sizeof ( third ) , non_blocking ) );
    break;
  }
  default:
    break;
  }
done:
  return SG_SUCCESS;
}

/* Nothing runs where this struct is declared. */
tpu_status_t sgdnnNever ( tpu_resource_t resource , SgdnnTensor_t input, bool non_blocking )
{
  switch ( input.dim )
  {
    sg_api_two_t api;
  case 1:
    api.transposed = 1;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_never", &api, sizeof ( api ) , non_blocking ) );
    break;
  default:
    break;
  }
  return SG_SUCCESS;
}

#define DECLARE( type, name ) type name
tpu_status_t sgdnnByMacro ( tpu_resource_t resource , SgdnnTensor_t input, bool non_blocking )
{
  DECLARE ( sg_api_one_t, api );
  api.dim = input.dim;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_by_macro", &api, sizeof ( api ) , non_blocking ) );
  return SG_SUCCESS;
}
