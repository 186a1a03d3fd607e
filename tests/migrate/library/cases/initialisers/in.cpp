#include <vector>
enum Other { OTHER_UNKNOWN };
/* Data types that are left out are 0 in the legacy numbers. */
tpu_status_t sgdnnLeftOut ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  SgdnnTensor_t none = { .addr = 0 }, given = { .addr = 0, .dtype = SGDNN_DTYPE_FP16 };
  SgdnnTensor_t empty = {};
  SgdnnTensor_t three[3] = { }, two[2] = { input, };
  SgdnnTensor_t more[] = { { 0 }, { .addr = 0 } };
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = none.addr;
  api.mode = empty.dtype == input.dtype ? given.dim : three[2].dim + two[1].dim + more[0].dim;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_left_out", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

// The elements of a vector that is made of a number of them.
tpu_status_t sgdnnVectorOf ( tpu_resource_t resource, SgdnnTensor_t input, int count, bool non_blocking )
{
  std::vector<SgdnnTensor_t> work ( 2 ), more ( 2, input );
  std::vector<SgdnnTensor_t> counted ( count );
  work[0] = input;
  SGDNN_CHECK ( work[1].dtype == counted[0].dtype && more[0].dim > 0 );
  return SG_SUCCESS;
}
