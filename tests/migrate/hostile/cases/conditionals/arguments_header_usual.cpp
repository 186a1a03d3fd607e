// wall: 1
// what: the usual conditionals of an argument header change nothing
// expect: convert
//- src/args.h
#ifndef ARGS_H
#define ARGS_H
#ifdef __cplusplus
extern "C" {
#endif
#include <stdint.h>
#ifndef WIN32
#define WITH_PLATFORM(name) __attribute__((packed)) name
#else
#define WITH_PLATFORM(name) name
#endif
#ifndef DIV_UP
#define DIV_UP(a, b) ( ( ( a ) + ( b ) - 1 ) / ( b ) )
#endif
#define MAX_SHAPE_DIMS 8
#pragma pack(push, 1)
typedef enum { MODE_A = 0, MODE_B = 3 } sg_mode_t;
typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[MAX_SHAPE_DIMS];
  sg_mode_t mode;
#ifndef WIN32
} __attribute__((packed)) sg_api_own_t;
#else
} sg_api_own_t;
#endif
typedef struct { int a; } WITH_PLATFORM(sg_api_tiny_t);
#ifdef USING_CMODEL
typedef struct { int cmodel; } sg_api_cmodel_t;
#endif
#pragma pack(pop)
#ifdef __cplusplus
}
#endif
#endif
//- project.yaml
library: {arguments: [src/args.h]}
//- src/a.cpp
#define DIV_UP(a, b) ( ( ( a ) + ( b ) - 1 ) / ( b ) )
#include "args.h"
#include "sgdnn_api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.shape[0] = DIV_UP ( mode, 2 );
  for ( int i = 1; i < MAX_SHAPE_DIMS; ++i ) api.shape[i] = 1;
  api.mode = mode > 1 ? MODE_A : MODE_B;
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
