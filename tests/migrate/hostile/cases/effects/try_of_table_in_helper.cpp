// wall: 3
// what: what a table of a helper throws is caught
// expect: either
#include "sgdnn_api.h"
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>
#include <functional>
#include <algorithm>
#include <map>
static const std::map<SgdnnDataType_t, int> kSize = { { SGDNN_DTYPE_INT8, 1 }, { SGDNN_DTYPE_FP16, 2 } };
static int size_of ( SgdnnDataType_t d ) { return kSize.at ( d ); }
tpu_status_t sgdnnTryOfTableInHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  try
  {
    api.mode = size_of ( input.dtype );
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  }
  catch ( const std::out_of_range & )
  {
    api.mode = 77;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_z", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
