// wall: 2
// what: a table of operators that no other source sees
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
typedef tpu_status_t ( *op_t ) ( tpu_resource_t, SgdnnTensor_t, SgdnnTensor_t, int, bool );

static tpu_status_t sgdnnTableOfStaticOperators ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) 
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
struct Row { const char * n; op_t f; };
const Row kOps[] = { { "x", sgdnnTableOfStaticOperators } };
