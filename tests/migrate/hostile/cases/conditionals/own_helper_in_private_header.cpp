// wall: 1
// what: a header beside the source has a helper and a macro of each chip's own; the source has a macro of statements
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#include "mine.h"
#define CHECK_ALL(c) do { SGDNN_CHECK ( c ); SGDNN_CHECK ( resource != nullptr ); } while ( 0 )
tpu_status_t sgdnnOwnHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  CHECK_ALL ( mode < 7 );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = lanes ( mode ) + BANKS;
  api.dim = rounded ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own_header", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_own_header_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/mine.h
#pragma once
#ifdef BACKEND_1684X
#define BANKS 16
static inline int lanes ( int x ) { return x * 64; }
#else
#define BANKS 32
static inline int lanes ( int x ) { return x * 32; }
#endif
static inline int rounded ( int x ) { return ( x + BANKS - 1 ) / BANKS * BANKS; }
