// wall: 3
// what: a tensor is given by value to a constructor that changes it
// expect: convert
#include "sgdnn_api.h"

struct Task
{
  SgdnnTensor_t t;
  int n;
  Task ( SgdnnTensor_t given, int k ) : t ( given ), n ( k )
  {
    given.dim = 7;
    k += 5;
    n += k + given.dim;
    t.shape[0] = 3;
  }
  int all() const { return t.dim * 100 + n + t.shape[0]; }
};

tpu_status_t sgdnnObjectParameterHides ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Task task ( input, mode );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = task.all() + input.dim + mode + input.shape[0];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_param_h", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_param_h_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
