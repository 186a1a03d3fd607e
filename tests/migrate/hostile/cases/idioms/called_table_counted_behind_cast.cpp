// wall: 3
// what: a cast in front of the size of a table of functions is one of that alone: what is compared is an unsigned number
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t a ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "ka", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "ka", &api, sizeof ( api ), true ) );
#endif
  return SG_SUCCESS;
}

static tpu_status_t b ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "kb", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "kb", &api, sizeof ( api ), true ) );
#endif
  return SG_SUCCESS;
}

typedef tpu_status_t ( *run_t ) ( tpu_resource_t, SgdnnTensor_t, SgdnnTensor_t, int );
static const run_t kRun [ ] = { a, b };
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode < ( int ) sizeof ( kRun ) / sizeof ( kRun [ 0 ] ) )
  {
    SGDNN_CHECK ( mode >= 0 );
    return kRun [ mode ] ( resource, input, output, mode );
  }
  return a ( resource, input, output, 7 );
}
