// wall: 3
// what: kernels' names in a map of the function
// expect: convert
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>



tpu_status_t sgdnnDtypeTableNamesLocal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  static const std::map<SgdnnDataType_t, const char *> names = { { SGDNN_DTYPE_FP32, "k_fp32" }, { SGDNN_DTYPE_FP16, "k_fp16" } };
  auto found = names.find ( input.dtype );
  if ( found == names.end ( ) )
  {
    return SG_FAILURE;
  }
  printf ( "%s\n", found->second );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, found->second, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, found->second, &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
