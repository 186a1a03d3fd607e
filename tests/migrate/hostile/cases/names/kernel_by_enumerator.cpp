// wall: 4
// what: kernels are named by enumerators, chosen by a condition, a variable, a helper, a table
// expect: convert
//- rules.yaml
version: 1
library:
  launch:
    runKernel: {kernel: 1, arguments: 2, size: 3, cores: '1'}
    runWide: {kernel: 1, arguments: 2, size: 3, cores: '1'}
    runNumber: {kernel: 1, arguments: 2, size: 3, cores: '1'}
//- src/run.h
#pragma once
#include "sgdnn_api.h"
typedef enum { K_ADD, K_SUB, K_MUL = 4, K_DIV } kernel_id;
enum class Wide { Exp = 10, Log };
#define N_FIRST 0
#define N_SECOND ( 0x11 )
static inline tpu_status_t runNamed ( const char * name, const void * api, size_t size )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, 0 ) );
}
static inline tpu_status_t runKernel ( tpu_resource_t resource, kernel_id id, const void * api, size_t size )
{
  static const char * const names [] = { "K_ADD", "K_SUB", "?", "?", "K_MUL", "K_DIV" };
  return runNamed ( names [ id ], api, size );
}
static inline tpu_status_t runWide ( tpu_resource_t resource, Wide id, const void * api, size_t size )
{
  return runNamed ( id == Wide::Exp ? "Wide::Exp" : "Wide::Log", api, size );
}
static inline tpu_status_t runNumber ( tpu_resource_t resource, int id, const void * api, size_t size )
{
  return runNamed ( id == N_FIRST ? "N_FIRST" : id == N_SECOND ? "N_SECOND" : "?", api, size );
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "run.h"
static kernel_id pick ( int mode )
{
  switch ( mode )
  {
    case 0: return K_ADD;
    case 1: return K_MUL;
    default: return K_DIV;
  }
}
static const kernel_id kTable [] = { K_SUB, K_DIV };
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SAFE_CALL ( runKernel ( resource, K_ADD, &api, sizeof ( api ) ) );
  SAFE_CALL ( runKernel ( resource, mode == 1 ? K_SUB : K_MUL, &api, sizeof ( api ) ) );
  kernel_id kernel = K_DIV;
  if ( mode == 2 ) kernel = K_ADD;
  SAFE_CALL ( runKernel ( resource, kernel, &api, sizeof ( api ) ) );
  SAFE_CALL ( runKernel ( resource, pick ( mode ), &api, sizeof ( api ) ) );
  SAFE_CALL ( runKernel ( resource, kTable [ mode & 1 ], &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
