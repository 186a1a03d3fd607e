// wall: 1
// what: each chip's helper stands behind a condition on a derived macro; the report tells the operator's own text and place
// expect: convert
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define GEN 1
#else
#define GEN 2
#endif
#if GEN >= 2
static int own ( int n ) { n += 3; return n; }
#else
static int own ( int n ) { n++; return n * 2; }
#endif
tpu_status_t sgdnnDerivedCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.dim = own ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_derived_condition", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
