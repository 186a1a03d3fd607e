// wall: 3
// what: the header of files per chip asks for the chip
// expect: convert
//- project.yaml
library: {sources: [], per_chip: {bm_a: [src/a/*.cpp], sg_b: [src/b/*.cpp]}}
//- src/shared.h
#pragma once
struct Pair_ { int first, second; };
#if defined BACKEND_1684X
static const int kFactor = 11;
#else
static const int kFactor = 13;
#endif
static inline int up_ ( int n ) { return n * kFactor + 1; }
//- src/a/one_a.cpp
#if defined BACKEND_1684X
#include "sgdnn_api.h"
#include "../shared.h"
#define LANES 4
#define ALIGN( x ) ( ( ( x ) + LANES - 1 ) / LANES * LANES )
static const int kScale [ ] = { 1, 2, 5 };
tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  Pair_ pair = { mode, ALIGN ( input.dim ) };
  api.mode = up_ ( pair.first ) + pair.second + kScale [ mode & 1 ] + LANES + kFactor;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
#endif
//- src/b/one_b.cpp
#if defined BACKEND_SG2260
#include "sgdnn_api.h"
#include "../shared.h"
#define LANES 8
#define ALIGN( x ) ( ( ( x ) + LANES - 1 ) / LANES * LANES )
static const int kScale [ ] = { 1, 3, 5 };
tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  Pair_ pair = { mode, ALIGN ( input.dim ) };
  api.mode = up_ ( pair.first ) + pair.second + kScale [ mode & 1 ] + LANES + kFactor;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
#endif
