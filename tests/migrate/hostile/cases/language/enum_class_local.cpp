// wall: 2
// what: a scoped enumeration of the file
// expect: either
#include "sgdnn_api.h"

enum class Kind : int { flat = 4, deep = 9 };
tpu_status_t sgdnnEnumClassLocal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Kind kind = mode > 2 ? Kind::deep : Kind::flat;
  api.dim = static_cast < int > ( kind );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_enum_class_local", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
