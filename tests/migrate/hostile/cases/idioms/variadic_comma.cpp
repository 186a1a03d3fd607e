// wall: 3
// what: a macro whose comma goes with arguments that are not there
// expect: convert
#include "sgdnn_api.h"

#define WHEN( test, value, ... ) mode = ( test ) ? pick_ ( value, ##__VA_ARGS__ ) : mode
#define TRACE( fmt, ... ) printf ( "[ops] " fmt "\n", ##__VA_ARGS__ )

static int pick_ ( int first, int second = 7 ) { return first * 3 + second; }

tpu_status_t sgdnnCommas ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  WHEN ( input.dim > 1, mode );
  WHEN ( mode > 9, mode, input.dim );
  if ( mode > 100000 ) TRACE ( "large" );
  if ( mode > 200000 ) TRACE ( "%d of %d", mode, input.dim );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
