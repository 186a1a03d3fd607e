tpu_status_t sgdnnInParentheses ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking );

tpu_status_t sgdnnOnOther ( tpu_resource_t resource, SgdnnTensor_t input, tpu_resource_t second, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( second, "tpu_kernel_api_two", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnAllocatesOnOther ( tpu_resource_t resource, tpu_resource_t second, bool non_blocking )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( second, &mem, 64 ) );
  sgdnnFreeDevice ( second, mem );
  return SG_SUCCESS;
}

tpu_status_t sgdnnCallsOnOther ( tpu_resource_t resource, tpu_resource_t second, SgdnnTensor_t input, bool non_blocking )
{
  return sgdnnInParentheses ( second, input, non_blocking );
}

tpu_status_t sgdnnAssigned ( tpu_resource_t resource, tpu_resource_t second, bool non_blocking )
{
  ( resource ) = second;
  return SG_SUCCESS;
}

tpu_status_t sgdnnShadowed ( tpu_resource_t resource, SgdnnTensor_t input, tpu_resource_t second, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  {
    tpu_resource_t resource = second;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_two", &api, sizeof ( api ), non_blocking ) );
  }
  return SG_SUCCESS;
}

static void choose ( tpu_resource_t * handle );

tpu_status_t sgdnnChanged ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  choose ( &resource );
  return SG_SUCCESS;
}

tpu_status_t sgdnnReferred ( tpu_resource_t resource, tpu_resource_t second, bool non_blocking )
{
  tpu_resource_t & one = resource;
  one = second;
  return SG_SUCCESS;
}

tpu_status_t sgdnnInParentheses ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  SGDNN_CHECK ( resource != NULL );
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( ( resource ), "tpu_kernel_api_two", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
