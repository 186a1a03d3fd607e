// wall: 3
// what: a header beside the source has the name of one in a folder of the library
// expect: convert
//- project.yaml
library:
  sources: ["src/*.cpp", "src/ops/*.cpp"]
//- src/util.h
#pragma once
#include "sgdnn_api.h"
static inline int twice ( int n ) { return 2 * n; }
//- src/ops/case.cpp
#include "sgdnn_api.h"
#include "util.h"
tpu_status_t sgdnnPrivateHeaderBesideFirst ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{

  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = 0;
  api.dim = twice ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_private_header_beside_first", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_private_header_beside_first_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/other.cpp
#include "sgdnn_api.h"
tpu_status_t sgdnnPrivateHeaderBesideFirstOther ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{

  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = 0;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_private_header_beside_first_other", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_private_header_beside_first_other_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/ops/util.h
#pragma once
static inline int twice ( int n ) { return 3 * n; }
