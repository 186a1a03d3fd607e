// wall: 4
// what: kernels are numbers with names, macros of a header with argument structs, and a variable of them
// expect: convert
//- project.yaml
library: {arguments: [src/ids.h]}
//- rules.yaml
version: 1
library:
  launch:
    runNumber: {kernel: 1, arguments: 2, size: 3, cores: '1'}
//- src/ids.h
#pragma once
#define N_FIRST 0
#define N_SECOND ( 0x11 )
#pragma pack(push, 1)
typedef struct
{
  unsigned long long input_global_addr, output_global_addr;
  int mode;
}
sg_api_number_t;
#pragma pack(pop)
//- src/run.h
#pragma once
#include "sgdnn_api.h"
#include "ids.h"
static inline tpu_status_t runNumber ( tpu_resource_t resource, int id, const void * api, size_t size )
{
  return sgdnnStatusOf ( event_launch ( id == N_FIRST ? "N_FIRST" : id == N_SECOND ? "N_SECOND" : "?", 1, api, size, 0 ) );
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "run.h"
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_number_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SAFE_CALL ( runNumber ( resource, N_FIRST, &api, sizeof ( api ) ) );
  SAFE_CALL ( runNumber ( resource, N_SECOND, &api, sizeof ( api ) ) );
  int kernel = N_FIRST;
  if ( mode == 1 ) kernel = N_SECOND;
  SAFE_CALL ( runNumber ( resource, kernel, &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
