// wall: 2
// what: a header that is included before the type packs it
// expect: refused
//- src/on.h
#pragma once
#pragma pack(push, 1)
//- src/off.h
#pragma once
#pragma pack(pop)
//- src/case.cpp
#include "sgdnn_api.h"
#include "on.h"
struct Odd { char a; int b; long long c; };
#include "off.h"
tpu_status_t sgdnnPragmaPackOfHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = sizeof ( Odd );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
