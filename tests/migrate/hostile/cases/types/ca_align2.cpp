// wall: 3
// what: ca_align2
// expect: convert
#include "sgdnn_api.h"
#include <any>
#include <optional>
#include <variant>
#include <vector>
#include <atomic>
#include <memory>
static inline unsigned long long align_up ( unsigned long long x, unsigned long long a ) { return ( x + a - 1 ) & ~( a - 1 ); }
tpu_status_t sgdnnCaAlign2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.other_global_addr = align_up ( input.addr, 64 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_caalign2", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_caalign2_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
