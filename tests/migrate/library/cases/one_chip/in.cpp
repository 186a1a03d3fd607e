tpu_status_t sgdnnOnlyOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 || input.dtype == SGDNN_DTYPE_FP16 );
#if defined BACKEND_1684X
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_only_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( false ); // TODO: sg2260
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnOther ( tpu_resource_t handle, SgdnnTensor_t input, bool non_blocking )
{
#if defined BACKEND_SG2260
  if ( input.dim == 2 )
  {
    sg_api_one_t api;
    api.input_global_addr = input.addr;
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( handle, "other_multi_core", &api, sizeof ( api ), non_blocking ) );
    return SG_SUCCESS;
  } else {
    SGDNN_CHECK ( false );
  }
#else
  SGDNN_CHECK ( false );
#endif
}
