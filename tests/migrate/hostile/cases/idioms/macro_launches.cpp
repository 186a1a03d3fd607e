// wall: 2
// what: a macro of the source checks, wraps and launches; no rule names it
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_SG2260
#define RUN( name, args ) do { SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &args, sizeof ( args ), non_blocking ) ); } while ( 0 )
#else
#define RUN( name, args ) do { SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &args, sizeof ( args ) ) ); } while ( 0 )
#endif
#define FIELDS( args, from, to ) \
  args.input_global_addr = ( from ).addr; \
  args.output_global_addr = ( to ).addr;
#define SAME( a, b ) SGDNN_CHECK ( sgdnnIsSameShape ( &( a ), &( b ) ) )

tpu_status_t sgdnnMacroLaunches ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SAME ( input, output );
  sg_api_one_t api;
  FIELDS ( api, input, output )
  api.mode = mode;
  RUN ( "tpu_kernel_api_plain", api );
  return SG_SUCCESS;
}
