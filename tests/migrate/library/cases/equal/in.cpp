// doubles a number
static inline int sgdnnDouble ( int value )
{
#if defined BACKEND_1684X
  return 2 * value;
#elif defined BACKEND_SG2260
  return 2*value; // the same
#else
  SGDNN_CHECK ( false );
#endif
}

tpu_status_t sgdnnTwice ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
#if defined BACKEND_1684X
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = sgdnnDouble ( input.dim );; // stray
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_twice", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = sgdnnDouble ( input.dim );
  sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_twice_multi_core", &api, sizeof ( api ), non_blocking );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
