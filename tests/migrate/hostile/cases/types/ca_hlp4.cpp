// wall: 3
// what: ca_hlp4
// expect: convert
#include "sgdnn_api.h"
#include <any>
#include <optional>
#include <variant>
#include <vector>
#include <atomic>
#include <memory>
static sg_api_one_t make ( unsigned long long in, int dim ) { sg_api_one_t a = { 0 }; a.input_global_addr = in; a.dim = dim; return a; }
tpu_status_t sgdnnCaHlp4 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api = make ( input.addr, 3 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cahlp4", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cahlp4_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
