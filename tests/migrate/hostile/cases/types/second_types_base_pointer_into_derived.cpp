// wall: 3
// what: second types base pointer into derived
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
#include <stddef.h>
#include <type_traits>

struct Base_t
{
  int n = 3;
};
struct D_t : Base_t
{
  SgdnnDataType_t d;
  explicit D_t ( SgdnnDataType_t e ) : d ( e ) {}
};

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  std::unique_ptr<Base_t> b ( new D_t ( input.dtype ) );
  api.mode = ( ( const unsigned char * ) b.get ( ) )[4];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
