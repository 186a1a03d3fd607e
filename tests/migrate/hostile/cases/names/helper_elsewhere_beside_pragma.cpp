// wall: 2
// what: helper elsewhere beside pragma
// expect: either
//- src/util.h
#ifndef U
#define U
int up ( int x );
#endif

//- src/util.cpp
#include "sgdnn_api.h"
#include "util.h"
struct Q { char c; int a; };
int up ( int x ) { return x + (int) sizeof ( Q ); }

//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"
#pragma pack ( push, 1 )
struct R { char c; int a; };
#pragma pack ( pop )

tpu_status_t sgdnnHelperElsewhereBesidePragma ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
