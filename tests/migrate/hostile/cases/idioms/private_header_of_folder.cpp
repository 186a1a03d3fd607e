// wall: 3
// what: a private header is found in a folder of the library, with a helper that launches
// expect: convert
//- project.yaml
library:
  sources: ["src/*.cpp", "src/ops/*.cpp"]
//- src/util.h
#pragma once
#include "sgdnn_api.h"
static inline tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#endif
}
//- src/ops/case.cpp
#include "sgdnn_api.h"
#include "util.h"
tpu_status_t sgdnnPrivateHeaderOfFolder ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{

  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = 0;
  SAFE_CALL ( run ( resource, "tpu_kernel_api_pre", &api, sizeof ( api ) , non_blocking ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_private_header_of_folder", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_private_header_of_folder_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/other.cpp
#include "sgdnn_api.h"
tpu_status_t sgdnnPrivateHeaderOfFolderOther ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{

  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = 0;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_private_header_of_folder_other", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_private_header_of_folder_other_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
