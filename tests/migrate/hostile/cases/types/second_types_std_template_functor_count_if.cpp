// wall: 3
// what: second types std template functor count if
// expect: either
#include "sgdnn_api.h"
#include <string.h>
#include <vector>
#include <functional>
#include <memory>
#include <algorithm>
#include <optional>
#include <tuple>
#include <map>
#include <utility>

struct Sum_t
{
  int operator() ( const void *p ) const { return 5 == *( const unsigned char * ) p; }
};

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  const SgdnnDataType_t *list[1] = { &input.dtype };
  api.mode = std::count_if ( list, list + 1, Sum_t ( ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
