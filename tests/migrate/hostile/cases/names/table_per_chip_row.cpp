// wall: 2
// what: table per chip row
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
struct Row { int a; float b; const char * n; };
static const Row kT[] = {
  { 1, 2.f, "x" },
#if defined BACKEND_1684X
  { 3, 4.f, "yy" }
#else
  { 5, 4.f, "yy" }
#endif
};
tpu_status_t sgdnnTablePerChipRow ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kT[mode & 1].a;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
