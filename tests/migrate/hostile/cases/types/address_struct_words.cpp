// wall: 3
// what: the kernel's arguments are an array of integers
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStructWords ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  unsigned long long words[2] = { input.addr, output.addr };
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_words", words, sizeof ( words ), non_blocking ) );
  return SG_SUCCESS;
}
