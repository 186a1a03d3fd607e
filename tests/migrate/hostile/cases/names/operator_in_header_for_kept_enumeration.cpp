// wall: 1
// what: an operator in another header for an enumeration that comes along
// expect: either
//- src/args.h
#pragma once
typedef enum { MODE_A = 1, MODE_B = 2 } sg_mode_t;
typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int mode;
} sg_api_own_t;
//- src/util.h
#pragma once
#include "args.h"
static inline int operator+ ( sg_mode_t m, int n ) { return 100 * m + n * 2; }
//- project.yaml
library: {arguments: [src/args.h]}
//- src/a.cpp
#include "sgdnn_api.h"
#include "util.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const sg_mode_t m = mode > 2 ? MODE_A : MODE_B;
  api.mode = m + mode;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
