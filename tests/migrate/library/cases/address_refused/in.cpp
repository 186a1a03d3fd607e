tpu_status_t sgdnnMixed ( tpu_resource_t resource, SgdnnTensor_t a, SgdnnTensor_t out, int offset, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = offset ? a.addr : offset * 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_mixed", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnMoved ( tpu_resource_t resource, SgdnnTensor_t a, bool non_blocking )
{
  SgdnnTensor_t b = a;
  b.addr = a.addr + 64;
  sg_api_one_t api;
  api.input_global_addr = b.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_moved", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnNumber ( tpu_resource_t resource, SgdnnTensor_t a, unsigned long long where, bool non_blocking )
{
  a.addr = where;
  sg_api_one_t api;
  api.input_global_addr = a.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnMovedOptional ( tpu_resource_t resource, SgdnnTensor_t a, bool non_blocking )
{
  SgdnnTensor_t b = a;
  b.addr = a.addr + 64;
  sg_api_one_t api;
  api.input_global_addr = b.addr;
  api.dim = a.addr != 0;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_moved_optional", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnAskedType ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  decltype ( SgdnnTensor_t::addr ) p = input.addr;
  sg_api_one_t api;
  api.input_global_addr = p;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_asked", &api, sizeof ( api ), non_blocking );
}
