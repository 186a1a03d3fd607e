// wall: 3
// what: a helper is defined by a shared source for one chip and by the other chip's own file
// expect: either
//- project.yaml
library: {sources: [src/far.cpp], per_chip: {bm_a: [src/a/*.cpp], sg_b: [src/b/*.cpp]}}
//- src/shared.h
#pragma once
#include "sgdnn_api.h"
#define KEEP_OR_LEAVE( call ) do { rc = ( call ); if ( rc != SG_SUCCESS ) goto leave; } while ( 0 )
struct Extent_ { int rows, columns; };
static inline Extent_ extentOf_ ( const SgdnnTensor_t * t ) { return { t -> dim > 1 ? t -> shape [ 0 ] : 1, t -> dim > 0 ? t -> shape [ t -> dim - 1 ] : 1 }; }
int far_ ( int n );
//- src/far.cpp
#include "shared.h"
#if defined BACKEND_1684X
int far_ ( int n ) { return n * 3 + 1; }
#endif
//- src/a/one_a.cpp
#if defined BACKEND_1684X
#include "shared.h"
tpu_status_t sgdnnDeep ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = far_ ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_deep", &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
#endif
//- src/b/one_b.cpp
#if defined BACKEND_SG2260
#include "shared.h"
int far_ ( int n ) { return n * 5; }
tpu_status_t sgdnnDeep ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = far_ ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_deep_multi_core", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
#endif
