// wall: 1
// what: chip values of private header
// expect: convert
//- src/cfg.h
#ifndef CFG
#define CFG
#if defined BACKEND_1684X
#define CORES 1
static const int kLanes = 16;
#else
#define CORES 8
static const int kLanes = 64;
#endif
#endif

//- src/case.cpp
#include "sgdnn_api.h"
#include "cfg.h"

tpu_status_t sgdnnChipValuesOfPrivateHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = CORES * 2 + kLanes;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
