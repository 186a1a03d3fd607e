// wall: 3
// what: a header that is found in an include folder has helpers, types, prototypes and a macro with legacy code
// expect: convert
//- project.yaml
library: {sources: [src/*.cpp, src/ops/*.cpp]}
//- src/shared.h
#pragma once
#include "sgdnn_api.h"
#define KEEP_OR_LEAVE( call ) do { rc = ( call ); if ( rc != SG_SUCCESS ) goto leave; } while ( 0 )
struct Extent_ { int rows, columns; };
static inline Extent_ extentOf_ ( const SgdnnTensor_t * t ) { return { t -> dim > 1 ? t -> shape [ 0 ] : 1, t -> dim > 0 ? t -> shape [ t -> dim - 1 ] : 1 }; }
int far_ ( int n );
//- src/far.cpp
#include "shared.h"
int far_ ( int n ) { return n * 3 + 1; }
//- src/ops/deep.cpp
#include "shared.h"
tpu_status_t sgdnnDeep ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_status_t rc = SG_SUCCESS;
  sg_api_one_t api = {};
  Extent_ extent = extentOf_ ( &input );
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = extent.rows;
  api.mode = far_ ( extent.columns ) + mode;
#if defined BACKEND_1684X
  KEEP_OR_LEAVE ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_deep", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  KEEP_OR_LEAVE ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_deep_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  probe ( 1 );
leave:
  probe ( 2 );
  return rc;
}
