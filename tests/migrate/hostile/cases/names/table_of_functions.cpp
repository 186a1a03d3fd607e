// wall: 2
// what: table of functions
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
static int f ( int x ) { return x; }
struct Row { int ( * a ) ( int ); };
static const Row kT[] = { { f }, { f } };
tpu_status_t sgdnnTableOfFunctions ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kT[0].a ( 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
