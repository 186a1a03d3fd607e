// wall: 2
// what: table of places
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
struct Row { long a; };
static const Row kT[] = { { __LINE__ }, { 3 } };
tpu_status_t sgdnnTableOfPlaces ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = (int) kT[0].a;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
