// wall: 2
// what: a class has a member that is defined apart, which is given a value of an enum class
// expect: either
#include "sgdnn_api.h"

enum class Kind { None = 0, One = 4 };
struct Counted
{
  static Kind kind;
};
Kind Counted::kind = Kind::One;

tpu_status_t sgdnnEnumApart ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = static_cast<int> ( Counted::kind );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_apart", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_apart_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
