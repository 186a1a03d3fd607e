tpu_status_t sgdnnMultiply ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
#if defined BACKEND_1684X
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_multiply", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = 0;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_multiply_two", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnEscapes ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#if defined BACKEND_1684X
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  int size[] = { 1 };
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_escapes", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  int size[] = { 2 };
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_escapes", &api, sizeof ( api ), non_blocking ) );
#endif
#define LAST 0
  return size[LAST] > 1 ? SG_SUCCESS : 1;
}

tpu_status_t sgdnnPartly ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.transposed = 0;
#if defined BACKEND_SG2260
  api.transposed = 1;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_partly", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
