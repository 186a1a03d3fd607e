enum odd_mode_t { ODD_MODE_UP, ODD_MODE_DOWN };
typedef enum { SGDNN_MODE_UP, SGDNN_MODE_DOWN } SgdnnMode_t;
struct sg_api_round_t { unsigned long long input_global_addr; odd_mode_t mode; };

tpu_status_t sgdnnRound ( tpu_resource_t resource, SgdnnTensor_t input, int up, bool non_blocking )
{
  sg_api_round_t api;
  api.input_global_addr = input.addr;
  api.mode = up ? ODD_MODE_UP : ODD_MODE_DOWN;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_round", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_round_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
