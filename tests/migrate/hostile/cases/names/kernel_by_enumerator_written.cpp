// wall: 4
// what: a table of kernels is written
// expect: either
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
static kernel_id kTable [] = { K_SUB, K_DIV };
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  if ( mode == 1 ) kTable [ 0 ] = K_MUL;
  SAFE_CALL ( runKernel ( resource, kTable [ 0 ], &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
