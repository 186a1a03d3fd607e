// wall: 2
// what: a struct and an enumeration of a header of the tree
// expect: convert
//- src/kinds.h
#pragma once
typedef enum { KIND_A = 3, KIND_B = 9 } Kind;
struct Window { int size; Kind kind; };
//- src/case.cpp
#include "sgdnn_api.h"
#include "kinds.h"

tpu_status_t sgdnnHeaderTypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Window window = { mode, KIND_B };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = window.size + window.kind;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_types", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_types_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
