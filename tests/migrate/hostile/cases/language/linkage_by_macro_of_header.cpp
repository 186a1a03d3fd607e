// wall: 2
// what: macros stand for the beginning and the end of a linkage specification
// expect: convert
//- src/d.h
#pragma once
#ifdef __cplusplus
#define BEGIN_DECLS extern "C" {
#define END_DECLS }
#else
#define BEGIN_DECLS
#define END_DECLS
#endif

//- src/case.cpp
#include "sgdnn_api.h"
#include "d.h"
BEGIN_DECLS
static int two ( int x ) { return x + 2; }
END_DECLS
tpu_status_t sgdnnLinkageByMacroOfHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = two ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
