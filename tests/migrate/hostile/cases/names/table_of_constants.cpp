// wall: 2
// what: table of constants
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
enum { K = 4 };
static const int kN = 7;
#define M 9
struct Row { int a; float b; const char * n; };
static const Row kT[] = { { K, 2.f, "x" }, { kN + M, 4.f, "yy" } };
tpu_status_t sgdnnTableOfConstants ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kT[mode & 1].a;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
