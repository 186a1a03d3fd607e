// wall: 2
// what: a loop finds the source's begin and end for a tensor
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
static const int * begin ( const SgdnnTensor_t & t ) { return t.shape; }
static const int * end ( const SgdnnTensor_t & t ) { return t.shape + t.dim; }
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  for ( int n : input ) api.dtype += n;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "One", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "One", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
