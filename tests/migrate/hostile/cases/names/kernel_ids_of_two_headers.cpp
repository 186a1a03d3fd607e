// wall: 4
// what: two headers, which no source includes both, have an enumerator of one name for different kernels
// expect: refused
//- rules.yaml
version: 1
library:
  launch:
    runNumber: {kernel: 1, arguments: 2, size: 3, cores: '1'}
//- src/run.h
#pragma once
#include "sgdnn_api.h"
static inline tpu_status_t runNumber ( tpu_resource_t resource, int id, const void * api, size_t size )
{
  return sgdnnStatusOf ( event_launch ( id == 3 ? "K_FIRST" : id == 9 ? "K_OTHER" : id == 5 ? "K_SECOND" : "none", 1, api, size, 0 ) );
}
//- src/ids_a.h
#pragma once
enum { K_FIRST = 3, K_SECOND = 5 };
//- src/ids_b.h
#pragma once
enum { K_FIRST = 9, K_SECOND = 5 };
//- src/a.cpp
#include "sgdnn_api.h"
#include "run.h"
#include "ids_a.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  SAFE_CALL ( runNumber ( resource, K_FIRST, &api, sizeof ( api ) ) );
  SAFE_CALL ( runNumber ( resource, K_SECOND, &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"
#include "run.h"
#include "ids_b.h"
tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  SAFE_CALL ( runNumber ( resource, K_FIRST, &api, sizeof ( api ) ) );
  SAFE_CALL ( runNumber ( resource, K_SECOND, &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
