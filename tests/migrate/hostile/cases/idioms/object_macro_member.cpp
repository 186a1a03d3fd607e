// wall: 3
// what: a macro in a member function names a field, and so is a variable outside called
// expect: equal
#include "sgdnn_api.h"

static int count = 100;
#define STEP ( ++count )

struct Plan
{
  sg_api_one_t api;
  int count;
  void start ( const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; api.mode = STEP; }
};

tpu_status_t sgdnnObjectMacroMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Plan plan = {};
  plan.start ( input );
  plan.api.dim = plan.count * 10;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_m", &plan.api, sizeof ( plan.api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_macro_m_mc", &plan.api, sizeof ( plan.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
