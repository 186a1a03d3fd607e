// wall: 4
// what: an operator with a constexpr table of its modes
// expect: convert
#include "sgdnn_api.h"

struct ModeRow { int code; float scale; };
static constexpr ModeRow kModes[] = { { 1, 0.5f }, { 2, 1.f }, { 7, 2.f } };
tpu_status_t sgdnnConstTable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SGDNN_CHECK ( mode >= 0 && mode < (int) ( sizeof ( kModes ) / sizeof ( kModes[0] ) ) );
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = kModes[mode].code;
  api.value = kModes[mode].scale;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_consttab", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_consttab_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
