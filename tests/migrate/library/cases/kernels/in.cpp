// One kernel for another, on all chips: struct, fields and symbol.
tpu_status_t sgdnnShift ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int dim, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = 0;
  api.mode = dim;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_shift", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_shift_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

// One chip's launch takes the kernel of the other one: what differed becomes equal.
tpu_status_t sgdnnSign ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
#if defined BACKEND_1684X
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_sign", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_two_t api;
  api.transposed = 7;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_active_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

// The rule is for one chip, the launch is of both.
tpu_status_t sgdnnShared ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_shared", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

// The rule is for one of two launches that share a struct.
tpu_status_t sgdnnHalf ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_half", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_half_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwoStructs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t one;
  one.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_either", &one, sizeof ( one ), non_blocking ) );
  sg_api_two_t two;
  two.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_either", &two, sizeof ( two ), non_blocking ) );
  return SG_SUCCESS;
}

// A field that goes is set to what has an effect.
tpu_status_t sgdnnCounted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int dim, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = dim++;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_counted", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

// And to what has none.
tpu_status_t sgdnnUncounted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int dim, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = input.dtype == SGDNN_DTYPE_FP32 ? dim + 1 : ( int ) sizeof ( api ) - input.shape[dim];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_counted", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
