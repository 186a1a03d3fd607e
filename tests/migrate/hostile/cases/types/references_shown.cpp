// wall: 2
// what: references in all forms that show their &
// expect: convert
#include "sgdnn_api.h"
#define REF( type, name ) type & name
static int sum ( const int ( &values ) [ 2 ], const int & n ) { return values [ 0 ] + values [ 1 ] + n; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int pair [ 2 ] = { mode, 2 };
  const int & first = pair [ 0 ], & second = pair [ 1 ];
  int ( &both ) [ 2 ] = pair;
  REF ( int, third ) = pair [ 1 ];
  for ( const auto & one : pair ) third += one;
  auto && last = both [ 1 ];
  api.mode = sum ( pair, first ) + second + last;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
